import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from 'playwright-core'
import t, { type Test } from 'tap'
import { readSvg } from '../../src/icons/build/svg/read-svg.ts'
import { BYPASSES, fileOf } from '../icons/build/svg/bypasses.ts'
import { readDrawing } from '../../src/svg/read-drawing.ts'
import { NO_BROWSER, openIn } from './browser-fixture.ts'

/** Number of frames that are open at a time. */
const BATCH = 60

/** Ways to show a file: opened, put into a page by a server, put into a page by a script. */
const WAYS = ['document', 'pasted', 'inserted'] as const

/** Numbers of the bypasses that ran a script, and of those that requested another address. */
interface Seen {
  readonly ran: ReadonlySet<number>
  readonly loaded: ReadonlySet<number>
}

/**
 * Shows each file in a frame, plays its animations to the first second, and sends every element all events that a person
 * could cause.
 */
const SHOW = `globalThis.ran = new Set()
globalThis.alert = () => undefined
const EVENTS = 'mouseover mouseenter mousemove mousedown mouseup pointerdown pointerenter pointermove pointerover pointerup focus focusin ' +
  'focusout blur keydown keypress keyup input change select selectstart copy cut paste contextmenu dblclick auxclick wheel ' +
  'dragstart drag dragenter dragover drop dragend touchstart toggle'
globalThis.show = async (addresses) => {
  const frames = addresses.map((address) => {
    const frame = document.createElement('iframe')
    const loaded = new Promise((done) => frame.addEventListener('load', done))
    frame.src = address
    document.body.append(frame)
    return { frame, loaded }
  })
  // Some files never end loading: enough was waited when none has ended for three seconds, however busy the machine is.
  let pending = frames.length
  let lastEnd = performance.now()
  for (const { loaded } of frames) {
    loaded.then(() => {
      pending -= 1
      lastEnd = performance.now()
    })
  }
  while (pending > 0 && performance.now() - lastEnd < 3000) await new Promise((done) => setTimeout(done, 50))
  const settled = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done))))
  await settled()
  for (const { frame } of frames) {
    let all = []
    try { all = [...frame.contentDocument.querySelectorAll('*')] } catch {}
    for (const svg of all) if (svg.setCurrentTime) { try { svg.setCurrentTime(0.5) } catch {} }
    for (const element of all) {
      for (const name of EVENTS.split(' ')) element.dispatchEvent(new Event(name, { bubbles: true }))
    }
  }
  await settled()
  for (const { frame } of frames) {
    let all = []
    try { all = [...frame.contentDocument.querySelectorAll('a, a *, rect, text, title, button')] } catch {}
    for (const element of all) element.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }))
  }
  await settled()
  // Another process of the browser sends the requests, and a frame that is gone takes back those that were not sent.
  await new Promise((done) => setTimeout(done, 300))
  for (const { frame } of frames) frame.remove()
  return [...ran]
}`

interface Gallery {
  readonly url: string
  files: ReadonlyMap<number, string>
  /** Requests for anything but the files. */
  readonly others: string[]
}

/** Serves every file in every way, and records all other requests, such as those for `/out/<number>`. */
async function startGallery(t: Test): Promise<Gallery> {
  const server = createServer(({ headers, url = '' }, response) => {
    const [, way, number] = url.split('/')
    // Files are never shown as pictures, so such a request is from a page that loads itself again.
    const file = headers['sec-fetch-dest'] === 'image' ? undefined : gallery.files.get(Number(number))
    const answer = (type: string, body: string): void => void response.setHeader('content-type', type).end(body)
    if (url === '/') answer('text/html', '<!DOCTYPE html><body></body>')
    else if (way === 'document' && file !== undefined) answer('image/svg+xml', file)
    else if (way === 'pasted' && file !== undefined) answer('text/html; charset=utf-8', PAGE + file)
    else if (way === 'inserted' && file !== undefined) answer('text/html; charset=utf-8', PAGE + insert(file))
    else {
      // Browsers request this file on their own.
      if (url !== '/favicon.ico') gallery.others.push(url)
      response.writeHead(404).end()
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.teardown(() => server.close().closeAllConnections())
  const { port } = server.address() as AddressInfo
  const gallery: Gallery = { url: `http://127.0.0.1:${port}`, files: new Map(), others: [] }
  return gallery
}

const PAGE = '<!DOCTYPE html><body><div></div>'

function insert(file: string): string {
  const text = JSON.stringify(file).replaceAll('<', '\\u003c')
  return `<script>document.querySelector('div').innerHTML = ${text}</script>`
}

async function show(page: Page, gallery: Gallery, addresses: readonly string[]): Promise<Seen> {
  gallery.others.length = 0
  const ran = new Set<number>()
  for (let at = 0; at < addresses.length; at += BATCH) {
    // Each batch gets a new page, because an original file may destroy a whole page.
    await page.goto(gallery.url)
    await page.evaluate(SHOW)
    const found: number[] = await page.evaluate(`show(${JSON.stringify(addresses.slice(at, at + BATCH))})`)
    for (const number of found) ran.add(number)
  }
  const loaded = gallery.others.map((url) => Number(/\/out\/(\d+)/.exec(url)?.[1] ?? NaN))
  return { ran, loaded: new Set(loaded) }
}

/** What is written of each file that is not refused. */
function writeAnew(raw: ReadonlyMap<number, string>, write: (text: string) => string): Map<number, string> {
  const written = new Map<number, string>()
  for (const [at, text] of raw) {
    try {
      written.set(at, write(text))
    } catch (error) {
      if (!(error instanceof Error && error.name === 'UnusableFileError')) throw error
    }
  }
  return written
}

/** Further ways, by what drawings may hold and icons may not. */
const IN_DRAWINGS = [
  ...[
    '<img src="OUT" onerror="RUN"/>',
    '<script>RUN</script>',
    '<div onclick="RUN" style="background:url(OUT)">text</div>',
    '<a href="javascript:RUN">text</a>',
    '<iframe src="OUT"/><object data="OUT"/><embed src="OUT"/>',
    '<style>@import "OUT"; div { background: url(OUT) }</style>',
    '<link rel="stylesheet" href="OUT"/><meta http-equiv="refresh" content="0;url=OUT"/>',
    '<svg xmlns="http://www.w3.org/2000/svg"><script>RUN</script><image href="OUT"/></svg>',
    '<math xmlns="http://www.w3.org/1998/Math/MathML" href="javascript:RUN"><mtext>text</mtext></math>',
    '<table background="OUT"><tr><td background="OUT">text</td></tr></table>',
    '<div xmlns="http://www.w3.org/2000/svg"><script>RUN</script></div>',
  ].map(
    (html) =>
      `<foreignObject width="9" height="9"><div xmlns="http://www.w3.org/1999/xhtml">${html}</div></foreignObject>`,
  ),
  '<foreignObject><script xmlns="http://www.w3.org/1999/xhtml">RUN</script></foreignObject>',
  '<foreignObject><script>RUN</script></foreignObject>',
  '<style>@font-face { font-family: a; src: url(OUT) } text { font-family: a }</style><text>text</text>',
  '<style>@font-face { font-family: a; src: url("data:font/woff2;base64,AA==\\"),url(OUT") }</style><text style="font-family:a">t</text>',
  '<style>@import url(OUT); rect { fill: url(OUT) }</style><rect width="9" height="9"/>',
  '<x:a xmlns:x="http://www.w3.org/2000/svg" onload="RUN"/>',
]

t.test('drawings of documentation run and load nothing, whatever is left of them', { skip: NO_BROWSER }, async (t) => {
  const gallery = await startGallery(t)
  const raw = new Map(
    [...BYPASSES, ...IN_DRAWINGS].map((bypass, at) => [
      at,
      fileOf(bypass, `parent.ran.add(${at})`, `${gallery.url}/out/${at}`),
    ]),
  )
  const written = writeAnew(raw, (text) => readDrawing(Buffer.from(text)).text)
  t.ok(written.size > BYPASSES.length / 2, `${written.size} of ${raw.size} are shown without what is not allowed`)
  const site = await openIn(t, 'about:')
  const page = await site.open(t, 'blank')
  gallery.files = written
  const seen = await show(
    page,
    gallery,
    [...written.keys()].map((at) => `/document/${at}`),
  )
  t.strictSame(
    [...seen.ran].map((at) => written.get(at)),
    [],
    'nothing runs',
  )
  t.strictSame(gallery.others, [], 'nothing is loaded')
})

t.test(
  'known bypasses of sanitizers run and load nothing once they are written anew',
  { skip: NO_BROWSER },
  async (t) => {
    const gallery = await startGallery(t)
    const raw = new Map(
      BYPASSES.map((bypass, at) => [at, fileOf(bypass, `parent.ran.add(${at})`, `${gallery.url}/out/${at}`)]),
    )
    t.ok(raw.size >= 300, `${raw.size} bypasses`)
    t.equal(new Set(BYPASSES).size, raw.size, 'each once')
    const written = writeAnew(raw, (text) => readSvg({ bytes: Buffer.from(text), text }).text)
    t.comment(`${written.size} are written anew, ${raw.size - written.size} refused`)
    const site = await openIn(t, 'about:')
    const page = await site.open(t, 'blank')
    const dialogs: string[] = []
    page.on('dialog', (dialog) => {
      dialogs.push(dialog.message())
      void dialog.dismiss()
    })
    gallery.files = written
    const seen = await show(
      page,
      gallery,
      WAYS.flatMap((way) => [...written.keys()].map((at) => `/${way}/${at}`)),
    )
    t.strictSame(
      [...seen.ran].map((at) => written.get(at)),
      [],
      'nothing runs',
    )
    t.strictSame(gallery.others, [], 'nothing is loaded')
    t.strictSame(dialogs, [])
    // The sample is half of the originals, because that takes as long as all rewritten files. One half are documents, the
    // other half pasted.
    const sample = [...raw.keys()].filter((at) => at % 2 === 0)
    gallery.files = raw
    const control = await show(
      page,
      gallery,
      sample.map((at) => `/${WAYS[(at / 2) % 2]}/${at}`),
    )
    t.comment(
      `of ${sample.length} as their authors wrote them, ${control.ran.size} run script and ${control.loaded.size} load something`,
    )
    t.ok(control.ran.size >= 50, `${control.ran.size} run`)
    t.ok(control.loaded.size >= 50, `${control.loaded.size} load`)
  },
)
