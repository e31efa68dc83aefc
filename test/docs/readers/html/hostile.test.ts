import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { gzipSync } from 'node:zlib'
import t from 'tap'
import { toMarkdown } from '../../../../src/docs/model/to-markdown.ts'
import { headingsOf, sectionsOf } from '../../../../src/docs/model/sections.ts'
import { read } from './page-of.ts'

/** Length of a page on which anything slower than linear time exceeds the time of a test. */
const LENGTH_CHARS = 2_000_000
/** More than any of these pages needs on a busy machine, and far less than quadratic time. */
const LIMIT_MS = 15_000

const PIECES = [
  '<', '<<', '</', '<a', '<a ', '<!', '<!--', '<!-- -->', '<![CDATA[', '&', '&#', '&amp', '&amp;', '>', '</x>', '<p>', '<div>',
  '</p>', '</br>', '<a href=x>', '<b>', '<b><i>', '<ul><li>', '<table>', '<td>', '<tr>', '<table><tr><td>', '<dl><dt>', '<pre>',
  '<h1>', '<h2>a', '<svg>', '<math>', '<script>', '<style>', '<title>', '<textarea>', '<select>', '<form>', '<details><summary>',
  '<blockquote>', '<x-y>', '<p x=1 y=2>', '<img src=x>', '<br>', '<hr>', 'a ', '\n', '\u00a0', '中', '<code>', '</div>',
  '<div class="admonition tip">', '<div role=tablist>', '<div role=tabpanel>', '<p id=x>', '<section id=a>', '<li>', '<em>a</em>',
] // prettier-ignore

t.test('a page of one piece repeated without end is read in linear time', (t) => {
  for (const piece of PIECES) {
    const html = `<html><head><title>T</title><body><main>x${piece.repeat(Math.ceil(LENGTH_CHARS / piece.length / 8))}`
    const start = performance.now()
    const page = read(html)
    if (page.kind === 'page') toMarkdown(page.blocks)
    t.ok(performance.now() - start < LIMIT_MS, JSON.stringify(piece))
  }
  t.end()
})

t.test('ten thousand levels and more are read without loss of text', (t) => {
  for (const name of ['div', 'b', 'ul', 'blockquote', 'details', 'x-y', 'a', 'section', 'table']) {
    const levels = 20_000
    const page = read(`<main>${`<${name}>`.repeat(levels)}deep${`</${name}>`.repeat(levels)}<p>after</p></main>`)
    t.equal(page.kind, 'page', name)
    if (page.kind !== 'page') continue
    t.match(JSON.stringify(page.blocks), 'after', name)
    if (name !== 'table') t.match(JSON.stringify(page.blocks), 'deep', name)
    t.ok(sectionsOf(page.blocks, null).length > 0 && headingsOf(page.blocks))
    t.match(toMarkdown(page.blocks), 'after')
  }
  t.end()
})

t.test('hostile tables stay within bounds', (t) => {
  const row = `<tr>${'<td colspan=1000 rowspan=65534>x'.repeat(200)}</tr>`
  const page = read(`<main><table>${row.repeat(200)}</table></main>`)
  t.equal(page.kind, 'page')
  t.ok(JSON.stringify(page).length < 2_000_000)
  t.end()
})

t.test('files that are no pages are told by what they are', (t) => {
  const files = {
    'a gzip archive': gzipSync('x'),
    'a zip archive': Buffer.from('PK\u0003\u0004rest', 'latin1'),
    'a PNG image': Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d]),
    'many NUL bytes': Buffer.alloc(4096),
  }
  for (const [what, bytes] of Object.entries(files)) {
    t.match(read(bytes), {
      kind: 'left_out',
      reason: 'not_html',
      faults: [{ code: 'not_html', message: new RegExp(what) }],
    })
  }
  t.end()
})

t.test('empty files and files without text are left out, with a fault', (t) => {
  for (const html of ['', ' ', '<main></main>', '<!doctype html>', '<script>x</script>']) {
    t.match(
      read(html),
      { kind: 'left_out', reason: 'no_content', faults: [{ code: 'no_content', line: 1 }] },
      JSON.stringify(html),
    )
  }
  t.end()
})

t.test('too many tags are a fault at the line of the first that is left out', (t) => {
  const page = read(`<title>T</title><main>\n${'<i></i>'.repeat(1_000_000)}\nend</main>`)
  t.match(page, { kind: 'page', faults: [{ code: 'too_many_tags', line: 2 }] })
  if (page.kind === 'page') t.match(JSON.stringify(page.blocks), 'end')
  t.end()
})

t.test('names of attributes and ids that objects have by themselves do no harm', (t) => {
  const page = read(
    '<main __proto__=x constructor=y><h2 id="__proto__">A</h2><h2 id="constructor">B</h2><p class="constructor toString">x</main>',
  )
  t.match(page, { kind: 'page', blocks: [{ id: '__proto__' }, { id: 'constructor' }, { kind: 'paragraph' }] })
  t.end()
})

t.test('elements and kinds of boxes with such names are not known either', (t) => {
  const page = read(
    '<main><p>An Array<Constructor> of</p><table><constructor><toString>text<tr><td>a</table><div data-callout="constructor">x</div></main>',
  )
  t.match(page, { kind: 'page' })
  if (page.kind !== 'page') return t.end()
  const markdown = toMarkdown(page.blocks)
  t.match(markdown, /^An Array of$/m)
  t.match(markdown, '> [!NOTE]\n> x')
  t.end()
})

t.test('one wide row does not make others wide that are many', (t) => {
  const page = read(`<main><table><tr>${'<td colspan=100>a'.repeat(2)}${'<tr><td>x'.repeat(200_000)}</table></main>`)
  t.equal(page.kind, 'page')
  t.ok(JSON.stringify(page).length < 20_000_000)
  t.end()
})

t.test('random tags never make the reader throw', (t) => {
  let seed = 1
  const random = (limit: number): number => (seed = (seed * 48_271) % 2_147_483_647) % limit
  for (let round = 0; round < 300; round++) {
    const html = Array.from({ length: 400 }, () => PIECES[random(PIECES.length)]).join('')
    const page = read(`<body>${html}`)
    t.type(page.kind === 'page' ? toMarkdown(page.blocks) : page.reason, 'string', `round ${round}`)
  }
  t.end()
})

t.test('what is kept of a page does not hold the text of the page in memory', (t) => {
  const filler = `<!-- ${'filler '.repeat(150_000)} -->`
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  collect()
  const before = process.memoryUsage().heapUsed
  const kept = Array.from({ length: 200 }, (_, at) =>
    read(
      `<html lang="en"><title>The title of page ${at}, which is long</title>${filler}<main class="a-long-class-${at}"><h1 id="the-long-id-of-${at}">Heading number ${at} of all</h1>
      <p class="another-long-class-${at}"><a href="a-long-target-of-${at}.html">text of the link</a> and more text</p><pre><code class="language-typescript">code of the page</code></pre></main>`,
    ),
  )
  collect()
  t.equal(kept.length, 200)
  t.ok(process.memoryUsage().heapUsed - before < 20 * 1_048_576)
  t.end()
})
