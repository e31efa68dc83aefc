import sharp, { type Sharp } from 'sharp'
import t from 'tap'
import { fileHash } from '../../../src/docs/files/serve-file.ts'
import { writeFiles } from '../../support/content-tree.ts'
import { fetchMade } from '../../support/fetch-made.ts'
import { startService } from '../../support/start-service.ts'

/** An image whose halves differ, so that a copy shows which side was up. */
function halves(width: number, height: number): Sharp {
  const right = { create: { width: width / 2, height, channels: 4 as const, background: '#0000ffff' } }
  return sharp({ create: { width, height, channels: 4, background: '#ff0000ff' } }).composite([
    { input: right, left: width / 2, top: 0 },
  ])
}

/** Three pictures of a moving WebP, one below the other. */
async function moving(): Promise<Buffer> {
  const noise = { type: 'gaussian' as const, mean: 120, sigma: 60 }
  const { data, info } = await sharp({ create: { width: 700, height: 1200, channels: 3, background: '#888', noise } })
    .raw()
    .toBuffer({ resolveWithObject: true })
  const raw = { width: info.width, height: info.height, channels: 3 as const, pageHeight: 400 }
  return sharp(data, { raw })
    .webp({ loop: 0, delay: [100, 100, 100] })
    .toBuffer()
}

t.test('wide images of pages have narrower copies', async (t) => {
  const wide = await halves(2400, 1200).png({ compressionLevel: 0 }).toBuffer()
  // Orientation 6: browsers turn it by a right angle to the right.
  const turned = await halves(2000, 1000).jpeg({ quality: 100 }).withMetadata({ orientation: 6 }).toBuffer()
  const animated = await moving()
  const broken = Buffer.concat([wide.subarray(0, 4000), Buffer.alloc(20_000)])
  const small = await halves(500, 100).png().toBuffer()
  const service = await startService(t, {
    content: {
      'docs/en/index.md':
        '# Home\n\n![Wide](wide.png) <img src="wide.png" alt="Half" width="300"> ![Turned](turned.jpg) ![Moving](moving.webp) ![Broken](broken.png) ![Small](small.png)\n',
      'docs/en/wide.png': wide,
      'docs/en/turned.jpg': turned,
      'docs/en/moving.webp': animated,
      'docs/en/broken.png': broken,
      'docs/en/small.png': small,
    },
  })
  const { url } = service
  const html = await (await fetch(`${url}/en`, { headers: { accept: 'text/html' } })).text()
  const get = (path: string): Promise<Response> => fetchMade(url + path)
  const scaled = (width: number, bytes: Buffer, name: string): string =>
    `/scaled/${width}/${fileHash(bytes)}/${name}.webp`

  t.test('a page offers them with the image itself, at the width at which it is shown', async (t) => {
    const set = [480, 960, 1600].map((width) => `${scaled(width, wide, 'wide.png')} ${width}w`)
    const whole = `/files/${fileHash(wide)}/wide.png`
    const srcset = `srcset="${[...set, `${whole} 2400w`].join(', ')}"`
    t.match(html, `<img src="${whole}" alt="Wide" ${srcset} sizes="(min-width: 768px) 736px, 100vw" width="2400"`)
    t.match(html, `alt="Half" ${srcset} sizes="(min-width: 332px) 300px, 100vw" width="300" height="150"`)
    t.match(html, /alt="Small" width="500"/)
  })

  t.test('a copy is a smaller WebP that is kept for ever', async (t) => {
    for (const width of [480, 1600]) {
      const answer = await get(scaled(width, wide, 'wide.png'))
      t.equal(answer.status, 200)
      t.equal(answer.headers.get('content-type'), 'image/webp')
      t.equal(answer.headers.get('cache-control'), 'public, max-age=31536000, immutable')
      const bytes = Buffer.from(await answer.arrayBuffer())
      t.match(await sharp(bytes).metadata(), { format: 'webp', width, height: width / 2 })
      t.ok(bytes.length < wide.length)
    }
  })

  t.test('a copy stands upright', async (t) => {
    t.match(html, /alt="Turned" srcset="[^"]* 1000w"/, 'the width is that which browsers show')
    const bytes = Buffer.from(await (await get(scaled(480, turned, 'turned.jpg'))).arrayBuffer())
    const { data, info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true })
    t.match(info, { width: 480, height: 960 })
    t.ok((data[0] ?? 0) > 200 && (data.at(-info.channels) ?? 255) < 60, 'red is above blue')
  })

  t.test('an image that moves, or that cannot be read, is shown as it is', async (t) => {
    for (const [bytes, name] of [
      [animated, 'moving.webp'],
      [broken, 'broken.png'],
    ] as const) {
      const answer = await get(scaled(480, bytes, name))
      t.equal(answer.status, 302, name)
      t.equal(answer.headers.get('location'), `/files/${fileHash(bytes)}/${name}`)
    }
  })

  t.test('other widths, files and names have no copies', async (t) => {
    const address = scaled(480, wide, 'wide.png')
    for (const path of [
      address.replace('480', '481'),
      address.replace('480', '0480'),
      address.replace('.webp', ''),
      address.replace(/[\da-f]{32}/, 'a'.repeat(32)),
      address.replace('wide.png', 'other.png'),
      address.replace('wide.png', 'wide.svg'),
      address.replace('wide.png', '..%2Fwide.png'),
      '/scaled/480',
    ]) {
      t.equal((await get(path)).status, 404, path)
    }
    t.equal((await get(address.replace('wide', '%77ide'))).status, 200, 'however its name is written')
  })

  t.test('a copy goes with its image', async (t) => {
    const address = scaled(480, wide, 'wide.png')
    t.equal((await get(address)).status, 200)
    for (const text of ['# One\n', '# Two\n']) {
      const logged = service.logs.length
      await writeFiles(service.contentDir, { 'docs/en/index.md': text })
      service.signal('SIGHUP')
      await service.logged('index built', logged)
    }
    t.equal((await get(address)).status, 404)
  })
})
