import t from 'tap'
import { fileHash } from '../../../src/docs/files/serve-file.ts'
import { png, wholePng } from '../../docs/files/sample-images.ts'
import { writeFiles } from '../../support/content-tree.ts'
import { startService } from '../../support/start-service.ts'

const PICTURE = wholePng(64, 48)
const DRAWING =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><script>alert(1)</script><path d="M0 0"/></svg>'
const PAGE = `---
title: Home
---

![The map](a.png)

![Plan](<b plan.svg> "How it is built")

[data](table.csv) [archive](x.zip) [firmware](boot.HEX)

![Badge](https://img.example/a.png) ![Other](https://other.example/a.png)
`

t.test('images and files of pages are served under addresses that never change', async (t) => {
  const service = await startService(t, {
    content: {
      'docs/en/index.md': PAGE,
      'docs/en/a.png': PICTURE,
      'docs/en/b plan.svg': DRAWING,
      'docs/en/table.csv': `a,b\n${'1,2\n'.repeat(1000)}`,
      'docs/en/x.zip': 'PK',
      'docs/en/boot.HEX': ':00',
    },
    env: { IMAGE_ORIGINS: 'https://img.example' },
  })
  const { url } = service
  const response = await fetch(`${url}/en`)
  const html = await response.text()
  const [picture = '', drawing = ''] = [...html.matchAll(/<img src="(\/[^"]+)"/g)].map(([, source]) => source ?? '')
  t.equal(picture, `/files/${fileHash(PICTURE)}/a.png`)

  await t.test('a page shows them with their sizes, and loads nothing else', async (t) => {
    t.match(html, `<img src="${picture}" alt="The map" width="64" height="48" decoding="async">`)
    t.match(html, '<figure><img src="/files/')
    t.match(
      html,
      'alt="Plan" width="9" height="9" loading="lazy" decoding="async"><figcaption>How it is built</figcaption></figure>',
    )
    t.match(
      html,
      '<img src="https://img.example/a.png" alt="Badge" loading="lazy" referrerpolicy="no-referrer" decoding="async">',
    )
    t.match(html, '<a class="image external" href="https://other.example/a.png" rel="noopener">Other</a>')
    t.match(response.headers.get('content-security-policy'), "img-src 'self' data: https://img.example;")
  })

  await t.test('an image is answered whole, in part, or as unchanged', async (t) => {
    const whole = await fetch(url + picture)
    t.equal(whole.status, 200)
    t.equal(whole.headers.get('content-type'), 'image/png')
    t.equal(whole.headers.get('cache-control'), 'public, max-age=31536000, immutable')
    t.equal(whole.headers.get('x-content-type-options'), 'nosniff')
    t.equal(whole.headers.get('accept-ranges'), 'bytes')
    t.same(Buffer.from(await whole.arrayBuffer()), PICTURE)
    const part = await fetch(url + picture, { headers: { range: 'bytes=0-7' } })
    t.equal(part.status, 206)
    t.same(Buffer.from(await part.arrayBuffer()), PICTURE.subarray(0, 8))
    const again = await fetch(url + picture, { headers: { 'if-none-match': whole.headers.get('etag') ?? '' } })
    t.equal(again.status, 304)
    t.equal((await fetch(url + picture, { method: 'HEAD' })).headers.get('content-length'), String(PICTURE.length))
  })

  await t.test('a drawing is served without its scripts, under a policy of its own', async (t) => {
    t.match(drawing, /^\/files\/[0-9a-f]{32}\/b%20plan\.svg$/)
    const svg = await fetch(url + drawing)
    t.equal(svg.headers.get('content-type'), 'image/svg+xml')
    t.match(svg.headers.get('content-security-policy'), /^default-src 'none';.*sandbox$/)
    t.equal(await svg.text(), '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0"/></svg>')
  })

  await t.test('other files are shown or saved by their type', async (t) => {
    const [csv = '', zip = '', hex = ''] = [...html.matchAll(/<a href="(\/files\/[^"]+)"/g)].map(
      ([, target]) => target ?? '',
    )
    const table = await fetch(url + csv, { headers: { 'accept-encoding': 'br' } })
    t.equal(table.headers.get('content-type'), 'text/csv; charset=utf-8')
    t.equal(table.headers.get('content-encoding'), 'br')
    t.match(await table.text(), 'a,b\n1,2\n')
    const archive = await fetch(url + zip)
    t.equal(archive.headers.get('content-disposition'), 'attachment')
    t.equal(await archive.text(), 'PK')
    const firmware = await fetch(url + hex)
    t.equal(firmware.headers.get('content-type'), 'application/octet-stream')
    t.equal(firmware.headers.get('content-disposition'), 'attachment')
  })

  await t.test('a part of a file is sent, and a range past its end is refused', async (t) => {
    const ask = (range: string): Promise<Response> => fetch(url + picture, { headers: { Range: range } })
    const part = await ask('bytes=0-3')
    t.equal(part.status, 206)
    t.same(Buffer.from(await part.arrayBuffer()), PICTURE.subarray(0, 4))
    const past = await ask('bytes=1000000-')
    t.equal(past.status, 416)
    t.equal(past.headers.get('content-range'), `bytes */${PICTURE.byteLength}`)
    t.match(await past.json(), { status: 416, code: 'range_not_satisfiable' })
  })

  await t.test('no other address leads to a file', async (t) => {
    const hash = fileHash(PICTURE)
    const addresses = [
      `/files/${hash}/b.png`,
      `/files/${hash}/a.html`,
      `/files/${hash}/`,
      `/files/${hash}`,
      `/files/${hash}/a.png/x`,
      `/files/${'0'.repeat(32)}/a.png`,
      `/files/${hash}/%00`,
      `/files/${hash}/%ff`,
      `/files/${hash}/..%2f..%2fmanifest.json`,
      '/files/known.json',
    ]
    for (const address of addresses) {
      const answer = await fetch(url + address)
      t.equal(answer.status, 404, address)
      t.match(answer.headers.get('content-type'), 'application/problem+json')
    }
    t.equal((await fetch(`${url}/files/${hash}/%61.png`)).status, 200, 'the same name, written otherwise')
  })

  await t.test('files of the generation before answer until the next swap', async (t) => {
    const swap = async (width: number): Promise<void> => {
      const logged = service.logs.length
      await writeFiles(service.contentDir, { 'docs/en/a.png': png(width, 1) })
      service.signal('SIGHUP')
      await service.logged('index built', logged)
    }
    await swap(1)
    t.match(await (await fetch(`${url}/en`)).text(), `/files/${fileHash(png(1, 1))}/a.png`)
    t.equal((await fetch(url + picture)).status, 200)
    await swap(2)
    t.equal((await fetch(url + picture)).status, 404)
    t.equal((await fetch(`${url}/files/${fileHash(png(1, 1))}/a.png`)).status, 200)
  })
})
