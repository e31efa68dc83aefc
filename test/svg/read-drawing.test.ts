import t from 'tap'
import { DRAWING_LIMIT_BYTES, readDrawing } from '../../src/svg/read-drawing.ts'

const SVG = 'xmlns="http://www.w3.org/2000/svg"'
const HTML = 'xmlns="http://www.w3.org/1999/xhtml"'

function written(body: string): string {
  return readDrawing(Buffer.from(`<svg ${SVG}>${body}</svg>`)).text
}

t.test('a drawing keeps what draws and loses what runs, links or loads', (t) => {
  const cases: readonly (readonly [string, string])[] = [
    ['<script>alert(1)</script><rect onclick="alert(1)" width="9"/>', '<rect width="9"/>'],
    ['<a href="https://example.com" target="_blank"><text>Linked</text></a>', '<g><text>Linked</text></g>'],
    ['<image href="https://example.com/a.png" width="9"/>', '<image width="9"/>'],
    ['<image href="data:image/png;base64,AAAA"/>', '<image href="data:image/png;base64,AAAA"/>'],
    ['<rect style="fill:red;behavior:url(x);stroke:url(https://x/)"/>', '<rect style="fill:red"/>'],
    [
      '<style>@import url(x.css); .a { fill: red; } [href] { fill: blue } .b { fill: green }</style>',
      '<style>.a{fill:red}.b{fill:green}</style>',
    ],
    ['<sodipodi:namedview id="base"><inkscape:grid/></sodipodi:namedview><path d="M0 0"/>', '<path d="M0 0"/>'],
    ['<use xlink:href="#a"/>', '<use href="#a"/>'],
  ]
  for (const [body, expected] of cases) t.equal(written(body), `<svg ${SVG}>${expected}</svg>`, body)
  t.end()
})

t.test('a style sheet for some media stays one for these', (t) => {
  const sheet = (media: string) => written(`<style media="${media}">.a{fill:red}</style><path d="M0 0"/>`)
  const expected = (style: string) => `<svg ${SVG}>${style}<path d="M0 0"/></svg>`
  t.equal(sheet('print'), expected('<style>@media print{.a{fill:red}}</style>'))
  t.equal(
    sheet('screen and (max-width: 600px), print'),
    expected('<style>@media screen and (max-width: 600px), print{.a{fill:red}}</style>'),
  )
  t.equal(sheet(' '), expected('<style>.a{fill:red}</style>'))
  for (const media of ['print{} .b', 'print;', '(min-width: 1px', 'url(x)', "'"]) {
    t.equal(sheet(media), expected('<style/>'), `without the media ${media} there is no sheet`)
  }
  t.end()
})

t.test('a style sheet keeps the rules around a fault', (t) => {
  const cases: readonly (readonly [string, string])[] = [
    ['.a{fill:red};', '.a{fill:red}'],
    ['.a{fill:red}}', '.a{fill:red}'],
    ['.a{fill:red} .b', '.a{fill:red}'],
    ['.a{fill:red}; .b{fill:blue} .c{fill:lime}', '.a{fill:red}.c{fill:lime}'],
    ['.a{fill:red} .b{fill:blue', '.a{fill:red}.b{fill:blue}'],
    ['@media print{.a{fill:red} .b{fill:blue', '@media print{.a{fill:red}.b{fill:blue}}'],
    ['@keyframes x{to{opacity:0}', '@keyframes x{to{opacity:0}}'],
    ['.a{fill:red;stroke:url(data:x,"y");r:9} .b{fill:blue}', '.a{fill:red;r:9}.b{fill:blue}'],
    ['.a{fill:red;font-family:"x\n;r:9} .b{fill:blue}', '.a{fill:red;r:9}.b{fill:blue}'],
    ['.a{fill:red} /* no end', '.a{fill:red}'],
    [`.a{fill:red;${'"\n;'.repeat(1000)}}`, '.a{fill:red}'],
  ]
  for (const [css, expected] of cases) {
    t.equal(written(`<style>${css}</style>`), `<svg ${SVG}><style>${expected}</style></svg>`, css.slice(0, 80))
  }
  t.equal(
    written(`<style>.a{fill:red;${'"\n;'.repeat(1001)}}</style>`),
    `<svg ${SVG}><style/></svg>`,
    'too many faults',
  )
  t.end()
})

t.test('a declaration that is broken is left out by itself', (t) => {
  for (const broken of [
    "background:url(data:x,'y')",
    'background:url(https://example.com/a b)',
    'background:url(https://example.com/a\\&#10;)',
    'stroke:\\&#10;red',
    'font-family:&quot;A&#10;B',
  ]) {
    t.equal(written(`<g style="fill:red;${broken};r:9"/>`), `<svg ${SVG}><g style="fill:red;r:9"/></svg>`, broken)
  }
  for (const open of ["font-family:'A;r:9", 'stroke:url(#a;r:9', 'stroke:url(https://example.com/;r:9']) {
    t.equal(written(`<g style="fill:red;${open}"/>`), `<svg ${SVG}><g style="fill:red"/></svg>`, open)
  }
  t.end()
})

t.test('a text keeps the words of its links', (t) => {
  t.equal(
    written('<text>See <a href="https://example.com"><tspan>RFC</tspan> <a>9110</a></a><a>.</a></text>'),
    `<svg ${SVG}><text>See <tspan><tspan>RFC</tspan> <tspan>9110</tspan></tspan><tspan>.</tspan></text></svg>`,
  )
  t.end()
})

t.test('texts in HTML stay, without what HTML could load', (t) => {
  const label = `<foreignObject width="90" height="20"><div ${HTML} class="label" style="display: flex; background: url(x)" onclick="x()">One<br/><b>two</b><img src="x"/><a href="x">three</a></div></foreignObject>`
  t.equal(
    written(label),
    `<svg ${SVG}><foreignObject width="90" height="20"><div xmlns="http://www.w3.org/1999/xhtml" class="label" style="display:flex">One<br/><b>two</b><span>three</span></div></foreignObject></svg>`,
  )
  t.equal(
    written('<foreignObject><div>no namespace</div></foreignObject>'),
    `<svg ${SVG}><foreignObject/></svg>`,
    'what a browser would not show as HTML is left out',
  )
  t.end()
})

t.test('a font stays where it is in the file itself', (t) => {
  const face = (source: string): string => `<style>@font-face { font-family: A; src: ${source} }</style>`
  t.match(
    written(face('url("data:font/woff2;base64,d09G") format("woff2")')),
    'src:url(&quot;data:font/woff2;base64,d09G&quot;)',
  )
  t.notMatch(written(face('url(https://example.com/a.woff2)')), 'example.com')
  t.end()
})

t.test('prefixes and entities that a file declares are understood', (t) => {
  const file = `<?xml version="1.0"?><!DOCTYPE svg PUBLIC "x" "y" [ <!ENTITY ns "http://www.w3.org/2000/svg"> ]>
<svg xmlns="&ns;" xmlns:xl="http://www.w3.org/1999/xlink"><use xl:href="#a"/></svg>`
  t.equal(readDrawing(Buffer.from(file)).text, `<svg ${SVG}><use href="#a"/></svg>`)
  t.end()
})

t.test('the size is that of the attributes, else that of the view box', (t) => {
  const size = (attributes: string) => readDrawing(Buffer.from(`<svg ${SVG} ${attributes}/>`)).size
  t.same(size('width="120" height="80px" viewBox="0 0 1 1"'), { width: 120, height: 80 })
  t.same(size('width="1in" height="72pt"'), { width: 96, height: 96 })
  t.same(size('width="100%" viewBox="0 0 300 150"'), { width: 300, height: 150 })
  t.same(size('width="600" viewBox="0 0 300 150"'), { width: 600, height: 300 })
  t.equal(size('width="-1" height="1e400"'), null)
  t.equal(size(''), null)
  t.end()
})

t.test('a drawing of Adobe Illustrator that names its encoding is read', (t) => {
  const file = (encoding: string) =>
    Buffer.from(`<?xml version="1.0" encoding="${encoding}"?><svg ${SVG}><text>Caf\u00e9</text></svg>`, 'latin1')
  t.equal(readDrawing(file('iso-8859-1')).text, `<svg ${SVG}><text>Caf\u00e9</text></svg>`)
  t.throws(() => readDrawing(file('utf-8')), { message: /not UTF-8/ })
  t.throws(() => readDrawing(Buffer.from(`<?xml version="1.0" encoding="UTF-7"?><svg ${SVG}/>`)), {
    message: /another encoding/,
  })
  t.end()
})

t.test('what is no drawing, or could grow without bound, is refused with a reason', (t) => {
  const entities = (count: number): string =>
    `<!DOCTYPE svg [<!ENTITY a "${'a'.repeat(200)}">]><svg ${SVG}><text>${'&a;'.repeat(count)}</text></svg>`
  const refused: Readonly<Record<string, string | Buffer>> = {
    'not well-formed': '<svg',
    'root element': '<html></html>',
    'not UTF-8': Buffer.from([0x3c, 0xff, 0xfe]),
    'nested deeper': `<svg ${SVG}>${'<g>'.repeat(1000)}${'</g>'.repeat(1000)}</svg>`,
    'more than 50000 elements': `<svg ${SVG}>${'<g/>'.repeat(50_001)}</svg>`,
    'larger than': Buffer.alloc(DRAWING_LIMIT_BYTES + 1, 0x20),
    'entities stand for more than': entities(Math.ceil(DRAWING_LIMIT_BYTES / 200)),
    // An entity of entities is not resolved, so it cannot multiply.
    '(?:not well-formed|root element)': `<!DOCTYPE svg [<!ENTITY a "aa"><!ENTITY b "&a;&a;">]><svg ${SVG}>&b;</svg>`,
  }
  t.doesNotThrow(() => readDrawing(Buffer.from(entities(1000))))
  for (const [reason, file] of Object.entries(refused)) {
    t.throws(() => readDrawing(Buffer.from(file as string)), { name: 'UnusableFileError', message: new RegExp(reason) })
  }
  t.end()
})
