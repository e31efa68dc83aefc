import t from 'tap'
import { readSvg } from '../../../../src/icons/build/svg/read-svg.ts'

const OPEN = '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 24 12">'
const MOVES = '<circle r="1"><animate attributeName="r" values="1;2" dur="1s" repeatCount="indefinite"/></circle>'

function written(text: string): string {
  return readSvg({ bytes: Buffer.from(text), text }).text
}

function read(text: string): ReturnType<typeof readSvg>['facts'] {
  return readSvg({ bytes: Buffer.from(text), text }).facts
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
  '<use y:href="other.svg#a" xmlns:y="http://www.w3.org/1999/xlink"/>': /y:href is not allowed/,
  '<use href="data:image/svg+xml;base64,PHN2Zy8+"/>': /leads out/,
  '<image href="data:image/svg+xml;base64,PHN2Zy8+"/>': /leads out/,
  '<image href="data:image/png,x"/>': /leads out/,
  '<image href="java&#10;script:alert(1)"/>': /leads out/,
  '<rect fill="url(https://evil.example/#a)"/>': /url\(\) that leads out/,
  '<rect fill="url(&quot;//evil.example/#a&quot;)"/>': /url\(\) that leads out/,
  '<rect fill="URL( other.svg#a)"/>': /url\(\) that leads out/,
  '<rect fill="u\\72l(https://evil.example)"/>': /url\(\) that leads out/,
  '<rect mask="image-set(\'https://evil.example/a.png\' 1x)"/>': /image-set\(\), which is not allowed/,
  '<rect marker="-webkit-Image-Set(\'//evil.example/a.png\' 1x)"/>': /-webkit-Image-Set\(\), which is not allowed/,
  '<image href="#a"/>': /leads out/,
  '<image xlink:href="#"/>': /leads out/,
  '<set attributeName="cursor" to="url(#a),auto"/>': /animation of cursor/,
  '<set attributeName="mask" to="image-set(\'//evil.example/a.png\' 1x)"/>': /image-set\(\), which is not allowed/,
  '<rect style="fill:url(x)"/>': /url\(\) that leads out/,
  '<rect style="fill:ur\\6c(x)"/>': /url\(\) that leads out/,
  '<style>@import "https://evil.example/x.css";</style>': /@import, which/,
  '<style>@x "/*"; @import "https://evil.example/x.css"; /* "*/</style>': /@x, which/,
  '<style>g{fill:"/*";} @import url(//evil.example/); /* "*/</style>': /@import/,
  '<style>@font-face{src:url(//evil.example/a.woff)}</style>': /@font-face/,
  '<style>g[id^="a"]{fill:red}</style>': /\[ where that is not allowed/,
  '<style>body{opacity:0}</style>': /selects the element body/,
  '<style>g{background:red}</style>': /property background/,
  '<style>g{--a:"https://evil.example/a.png";mask:src(var(--a))}</style>': /src\(\), which/,
  '<style>g{fill:red}}</style>': /does not end/,
  '<style>@media (x{g{fill:red}}</style>': /bracket/,
  '<style>@keyframes a{to{@import "x";}}</style>': /@import/,
  '<style type="text/less">g{fill:red}</style>': /style is not CSS/,
  '<style><g/></style>': /style holds the element g/,
  '<title><g/></title>': /title holds the element g/,
  '<rect formaction="x"/>': /formaction is not allowed/,
  '<rect fill="expression(alert(1))"/>': /expression\(\)/,
  '<style>@im/**/port "x";</style>': /@im, which/,
  '<style><![CDATA[@import url(x);]]></style>': /@import/,
  '<style>@\\69mport "x";</style>': /@import/,
  '<style>g { background: image-set("x" 1x) }</style>': /property background/,
  '<style>g { mask: image-set("x" 1x) }</style>': /image-set/,
  '<style>g { fill: url(x) }</style>': /url\(\) that leads out/,
  '<set attributeName="href" to="javascript:alert(1)"/>': /animation of href|javascript/,
  '<animate attributeName="xlink:href" values="#a;https://evil.example"/>': /animation of xlink:href/,
  '<set attributeName="onclick" to="alert(1)"/>': /animation of onclick|alert/,
  '<set attributeName="fill" to="url(https://evil.example)"/>': /url\(\) that leads out/,
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

t.test('the file is written anew: comments, CDATA, notes of editors and escapes do not come through', (t) => {
  const text = `<?xml version="1.0"?><!-- a --><svg xmlns='http://www.w3.org/2000/svg' xmlns:l="http://www.w3.org/1999/xlink"
    xmlns:xlink="http://www.w3.org/1999/xlink" xmlns:i="http://example.org/i" i:label="x" data-x="y" viewBox='0 0 8 8'>
    <metadata><i:rdf onclick="x"/></metadata>
    <title>&lt;img src=x onerror=alert(1)></title><desc><![CDATA[</desc><script>alert(1)</script>]]></desc>
    <style><![CDATA[@\\6b eyframes a{to{opac\\69ty:0}}/* <x> */ g>.b{font-family:'A'}]]></style>
    <use xlink:href=" #a "/><g id='a"b'><set attributeName="opacity" to="0" dur="1s"/></g>
    <image href="data:image/png;base64,iVBO
      Rw0KGgo="/><text x="1"
      y="2">a &amp;amp; b</text>stray</svg>`
  t.equal(
    written(text),
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8">' +
      '<title>&lt;img src=x onerror=alert(1)&gt;</title><desc>&lt;/desc&gt;&lt;script&gt;alert(1)&lt;/script&gt;</desc>' +
      '<style>@keyframes a{to{opacity:0}}g&gt;.b{font-family:&quot;A&quot;}</style>' +
      '<use href="#a"/><g id="a&quot;b"><set attributeName="opacity" to="0" dur="1s"/></g>' +
      '<image href="data:image/png;base64,iVBORw0KGgo="/><text x="1" y="2">a &amp;amp; b</text></svg>',
  )
  t.equal(written(written(text)), written(text), 'once more changes nothing')
  t.end()
})

t.test('pointers are left out, since their picture could be the page itself', (t) => {
  const text =
    '<style>g{cursor:url(#a),auto;fill:red}</style><g cursor="url(#a),auto" style="--a:url(#a);cursor:var(--a)"/>'
  t.match(written(withBody(text)), '<style>g{fill:red}</style><g style="--a:url(#a)"/>')
  t.end()
})

t.test('CSS that draws or moves is written as it was meant', (t) => {
  const style = (css: string): string | undefined =>
    /<style>(.*)<\/style>/.exec(written(withBody(`<style>${css}</style>`)))?.[1]?.replaceAll('&gt;', '>')
  const same = [
    '.a,#b:hover>g+path~*{fill:url(#a)}',
    'g:nth-child(2n+1):not(.a){transform:rotate(calc(45deg * -1))}',
    '@media (prefers-reduced-motion: reduce){.a{animation:none!important}}',
    '@supports (offset-path: none){@keyframes b{0%,50%{--x:1px}to{opacity:0}}}',
    '.a{animation:b 1.5s cubic-bezier(.4,0,.2,1) infinite;transform-origin:50% 50%}',
  ]
  for (const css of same) t.equal(style(css.replaceAll('>', '&gt;')), css)
  t.equal(style('/* a */ g { fill : URL("#a") ; -inkscape-x: y; ; }'), 'g{fill:url(#a)}')
  t.equal(style(''), undefined)
  t.end()
})

t.test('long lists of rules and addresses are read in time that grows with their length', (t) => {
  const rules = '.a{fill:url("#a")}'.repeat(50_000)
  t.ok(written(withBody(`<style>${rules}</style>`)).length > 500_000)
  t.ok(written(withBody(`<g style="${"mask:url('#a');".repeat(60_000)}"/>`)).length > 500_000)
  t.end()
})
