import t from 'tap'
import { readSvg } from '../../../../src/icons/build/svg/read-svg.ts'

const OPEN = '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 24 12">'
const MOVES = '<circle r="1"><animate attributeName="r" values="1;2" dur="1s" repeatCount="indefinite"/></circle>'

function read(text: string): ReturnType<typeof readSvg> {
  return readSvg({ bytes: Buffer.from(text), text })
}

function withBody(body: string): string {
  return `${OPEN}${MOVES}${body}</svg>`
}

t.test('size, time and loop are read from the file', (t) => {
  t.strictSame(read(withBody('')), { width: 24, height: 12, durationMs: 1000, loop: true })
  const sized = '<svg xmlns="http://www.w3.org/2000/svg" width="32px" height="16">'
  t.match(read(`${sized}${MOVES}</svg>`), { width: 32, height: 16 })
  t.end()
})

t.test('what only draws, refers to itself or holds a picture is accepted', (t) => {
  const harmless = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<defs><linearGradient id="a"><stop offset="0"/></linearGradient></defs><rect fill="url(#a)"/>',
    `<rect style="fill:url( '#a' );mix-blend-mode:multiply"/>`,
    '<use href="#a"/><use xlink:href="#a"/>',
    '<image href="data:image/png;base64,iVBORw0KGgo="/>',
    '<style>@keyframes a { to { opacity: 0 } } .b { animation: a 1s infinite; fill: url(#a) }</style>',
    '<text>one &lt; two &amp; on click: nothing</text>',
    '<!-- a remark -->',
    '<g aria-label="Image (large)"/>',
  ]
  for (const body of harmless) {
    const text = body.startsWith('<?xml') ? body + withBody('') : withBody(body)
    t.doesNotThrow(() => read(text), body)
  }
  t.end()
})

t.test('animations of CSS count, and tell no time', (t) => {
  const css = `${OPEN}<style>@keyframes a { to { opacity: 0 } } .b { animation: a 1s infinite }</style><g class="b"/></svg>`
  t.strictSame(read(css), { width: 24, height: 12, durationMs: null, loop: true })
  t.end()
})

const HOSTILE: Readonly<Record<string, RegExp>> = {
  '<script>alert(1)</script>': /element script/,
  '<SCRIPT/>': /element SCRIPT/,
  '<s:script xmlns:s="http://www.w3.org/2000/svg">alert(1)</s:script>': /element s:script/,
  '<h:script xmlns:h="http://www.w3.org/1999/xhtml">alert(1)</h:script>': /element h:script/,
  '<g xmlns="http://www.w3.org/1999/xhtml"><title/></g>': /namespace/,
  '<foreignObject><body/></foreignObject>': /element foreignObject/,
  '<iframe/>': /element iframe/,
  '<a href="#x"/>': /element a /,
  '<feImage href="#x"/>': /element feImage/,
  '<rect onclick="alert(1)"/>': /event handler/,
  '<rect OnLoad="alert(1)"/>': /event handler/,
  '<rect s:onload="alert(1)" xmlns:s="http://www.w3.org/2000/svg"/>': /event handler/,
  '<use href="https://evil.example/x.svg#a"/>': /leads out/,
  '<use href="//evil.example/x.svg#a"/>': /leads out/,
  '<use xlink:href="other.svg#a"/>': /leads out/,
  '<use y:href="other.svg#a" xmlns:y="http://www.w3.org/1999/xlink"/>': /leads out/,
  '<use href="data:image/svg+xml;base64,PHN2Zy8+"/>': /leads out/,
  '<image href="data:image/svg+xml;base64,PHN2Zy8+"/>': /leads out/,
  '<image href="data:image/png,x"/>': /leads out/,
  '<image href="java&#10;script:alert(1)"/>': /leads out/,
  '<rect fill="url(https://evil.example/#a)"/>': /url\(\) leads out/,
  '<rect fill="url(&quot;//evil.example/#a&quot;)"/>': /url\(\) leads out/,
  '<rect fill="URL( other.svg#a)"/>': /url\(\) leads out/,
  '<rect fill="u\\72l(https://evil.example)"/>': /backslash/,
  '<rect mask="image-set(\'https://evil.example/a.png\' 1x)"/>': /mask loads something/,
  '<rect cursor="-webkit-Image-Set (\'//evil.example/a.png\' 1x)"/>': /cursor loads something/,
  '<set attributeName="mask" to="image-set(\'//evil.example/a.png\' 1x)"/>': /to loads something/,
  '<rect style="fill:url(x)"/>': /url\(\) leads out/,
  '<rect style="fill:ur\\6c(x)"/>': /backslash/,
  '<rect data-x="javascript:alert(1)"/>': /address of a script/,
  '<rect data-x="java&#9;script:alert(1)"/>': /address of a script/,
  '<style>@import "https://evil.example/x.css";</style>': /style loads/,
  '<style>@im/**/port "x";</style>': /style loads/,
  '<style><![CDATA[@import url(x);]]></style>': /style loads/,
  '<style>@\\69mport "x";</style>': /backslash/,
  '<style>g { background: image-set("x" 1x) }</style>': /style loads/,
  '<style>g { fill: url(x) }</style>': /url\(\) leads out/,
  '<set attributeName="href" to="javascript:alert(1)"/>': /animation of href|script/,
  '<animate attributeName="xlink:href" values="#a;https://evil.example"/>': /animation of xlink:href/,
  '<set attributeName="onclick" to="alert(1)"/>': /animation of onclick/,
  '<set attributeName="fill" to="url(https://evil.example)"/>': /url\(\) leads out/,
  '<g xml:base="https://evil.example/"/>': /xml:base/,
  '<?xml-stylesheet href="https://evil.example/x.css"?>': /processing instruction/,
}

t.test('what could run or load anything is refused, and the reason says what it is', (t) => {
  for (const [body, reason] of Object.entries(HOSTILE)) t.throws(() => read(withBody(body)), { message: reason }, body)
  t.end()
})

t.test('a document type, entities, another encoding or an instruction before the root are refused', (t) => {
  const entity = '<!DOCTYPE svg [<!ENTITY a "b">]>'
  t.throws(() => read(entity + withBody('&a;')), { message: /./ })
  t.throws(() => read(`<!DOCTYPE svg>${withBody('')}`), { message: /document type/ })
  t.throws(() => read(`<?xml version="1.0" encoding="UTF-7"?>${withBody('')}`), { message: /another encoding/ })
  t.throws(() => read(`<?xml-stylesheet href="#x"?>${withBody('')}`), { message: /processing instruction/ })
  t.end()
})

t.test('what is no SVG that moves is refused', (t) => {
  const cases: readonly (readonly [string, RegExp])[] = [
    ['', /well-formed/],
    ['{"v": 1}', /well-formed/],
    [`${OPEN}${MOVES}`, /well-formed/],
    ['<html xmlns="http://www.w3.org/1999/xhtml"/>', /root element/],
    [`<svg viewBox="0 0 1 1">${MOVES}</svg>`, /root element/],
    [`${OPEN}<rect/></svg>`, /does not move/],
    [`<svg xmlns="http://www.w3.org/2000/svg">${MOVES}</svg>`, /view box/],
    [`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 0 1">${MOVES}</svg>`, /view box/],
    [`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1e9 1">${MOVES}</svg>`, /view box/],
    [`${OPEN}${MOVES}${'<g>'.repeat(200)}${'</g>'.repeat(200)}</svg>`, /nested deeper/],
    [`${OPEN}${MOVES}${'<g>'.repeat(50_000)}${'</g>'.repeat(50_000)}</svg>`, /nested/],
    [`${OPEN}${MOVES}${'<g/>'.repeat(60_000)}</svg>`, /more than/],
  ]
  for (const [text, reason] of cases) t.throws(() => read(text), { message: reason }, text.slice(0, 80))
  t.end()
})
