import t from 'tap'
import { changeDrawing, readIconDrawing, type Drawing } from '../../../src/icons/rendition/drawing.ts'
import { RENDITION_LIMIT_BYTES, UNCHANGED, type Rendition } from '../../../src/icons/rendition/rendition.ts'
import { writeSvg } from '../../../src/svg/write-svg.ts'

const HEAD = '<svg xmlns="http://www.w3.org/2000/svg" width="24" height="12" viewBox="0 0 24 12"'
const MOVES = '<animate attributeName="opacity" dur="1s" values="0;1" fill="freeze"/>'

function read(body: string, { loops = false, root = '' } = {}): Drawing {
  const drawing = readIconDrawing(Buffer.from(`${HEAD}${root}>${body}</svg>`), loops)
  if (drawing === null) throw new Error('it cannot be read')
  return drawing
}

function write(drawing: Drawing, rendition: Partial<Rendition>): string | null {
  const changed = changeDrawing(drawing, { ...UNCHANGED, ...rendition })
  return changed === null ? null : writeSvg(changed).replace(/^<svg xmlns="[^"]*"/, '<svg')
}

function stillOf(body: string, loops = false): string | null {
  return write(read(body, { loops }), { still: true })?.replace(/^<svg[^>]*>|<\/svg>$/g, '') ?? null
}

t.test('a drawing in one colour is painted in another, and one in several is not', (t) => {
  const ink = (body: string, root?: string): string | null => read(body, root === undefined ? {} : { root }).ink
  t.equal(ink(`<path fill="currentColor" d="M0 0h1"/>${MOVES}`), 'currentcolor')
  t.equal(ink('<path fill="none" stroke="#F00" d="M0 0h1"/>'), '#f00')
  t.equal(ink('<path d="M0 0h1"/>'), '#000000', 'what names no fill is black')
  t.equal(ink('<g fill="#123456"><path d="M0 0h1"/></g>'), '#123456')
  t.equal(ink('<path fill="red" d="M0 0h1"/><path fill="blue" d="M0 0h1"/>'), null)
  t.equal(ink('<path fill="red" d="M0 0h1"><animate attributeName="fill" dur="1s" values="red;blue"/></path>'), null)
  t.equal(ink('<path style="fill:red" d="M0 0h1"/>'), null)
  const used = (paint: string): string => `<defs><path id="a" d="M0 0h1"/></defs><use href="#a"${paint}/>`
  t.equal(ink(used('')), '#000000')
  t.equal(ink(used(' fill="#d0021b"')), null, 'what is shown by use may have its colour')
  t.equal(ink(used(' fill="currentColor"')), 'currentcolor')
  t.equal(ink('<style>path{fill:red}</style><path d="M0 0h1"/>'), null)
  const gradient = '<linearGradient id="a"><stop stop-color="#fff"/><stop stop-color="#000"/></linearGradient>'
  t.equal(ink(`${gradient}<path fill="url(#a)" d="M0 0h1"/>`), null)
  t.end()
})

t.test('another colour reaches fills, strokes, stops and animations, but not what only lets colours through', (t) => {
  const mask = '<mask id="m"><path fill="#fff" d="M0 0h1"/><path d="M0 0h2"/></mask>'
  const painted = write(
    read(
      `${mask}<g stroke="black" mask="url(#m)"><path d="M0 0h1"/><path fill="none" stroke="#000" d="M0 0h1">` +
        '<animate attributeName="stroke" dur="1s" values="#000;none"/></path></g>',
    ),
    { colour: '#e11d48' },
  )
  t.match(painted, /^<svg [^>]*fill="#e11d48"/, 'black by default is named')
  t.match(painted, '<mask id="m" fill="black"><path fill="#fff" d="M0 0h1"/><path d="M0 0h2"/></mask>')
  t.match(painted, '<g stroke="#e11d48" mask="url(#m)">')
  const hole = '<mask id="m"><path fill="#fff" d="M0 0h2"/><path d="M0 0h1"/></mask><path mask="url(#m)" d="M0 0h2"/>'
  for (const own of [' fill="#000"', ' fill="black" stroke="#000"']) {
    t.match(write(read(hole, { root: own }), { colour: '#ffffff' }), `<mask id="m"${own}><path fill="#fff"`)
  }
  t.match(
    write(read(hole, { root: ' fill="red"' }), { colour: '#ffffff' }),
    '<mask id="m" fill="red"><path fill="#fff"',
  )
  t.match(painted, 'values="#e11d48;none"')
  t.equal(write(read('<path fill="red" d="M0 0h1"/><path fill="blue" d="M0 0h1"/>'), { colour: '#e11d48' }), null)
  t.end()
})

t.test('the longer side has the size, and the proportions stay', (t) => {
  t.match(write(read('<path d="M0 0h1"/>'), { sizePx: 512 }), '<svg width="512" height="256" viewBox="0 0 24 12">')
  const bare = readIconDrawing(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="10" height="40"/>'), false)
  t.match(bare === null ? '' : write(bare, { sizePx: 80 }), '<svg width="20" height="80" viewBox="0 0 10 40"/>')
  t.end()
})

t.test('all times of a drawing follow its speed, also those that wait for others', (t) => {
  const timed = write(
    read(
      '<path d="M0 0h1"><animate id="a" attributeName="x" begin="0;b.end+0.2s; c.begin-500ms" dur="2s" to="1"/>' +
        '<animate id="b" attributeName="x" begin="a.end" dur="00:01" repeatDur="indefinite" to="1"/></path>',
    ),
    { speed: 2 },
  )
  t.match(timed, 'begin="0s;b.end+0.1s; c.begin-0.25s" dur="1s"')
  t.match(timed, 'begin="a.end" dur="0.5s" repeatDur="indefinite"')
  const styled = '<style>path{animation:a 1s infinite}@keyframes a{to{opacity:0}}</style><path d="M0 0h1"/>'
  t.equal(write(read(styled), { speed: 2 }), null, 'a style sheet keeps its own')
  t.equal(stillOf(styled), null)
  t.end()
})

t.test('a still has the end of what plays once, and the middle of what goes on', (t) => {
  t.equal(stillOf(`<path opacity="0" d="M0 0h1">${MOVES}</path>`), '<path opacity="1" d="M0 0h1"/>')
  const loop = (rest: string): string =>
    `<rect x="1"><animate attributeName="x" dur="1s" repeatCount="indefinite" ${rest}/></rect>`
  t.equal(stillOf(loop('values="0;10"'), true), '<rect x="5"/>', 'half of the second run')
  t.equal(stillOf(loop('values="0;10;20" keyTimes="0;0.75;1"'), true), '<rect x="6.6667"/>')
  t.equal(stillOf(loop('values="a;b" calcMode="discrete"'), true), '<rect x="b"/>')
  t.equal(stillOf(loop('values="0;10" calcMode="spline" keySplines="0 0 1 1"'), true), '<rect x="5"/>')
  const eased = stillOf(loop('values="0;10" calcMode="spline" keySplines="0.9 0 1 0.1"'), true) ?? ''
  t.ok(Number(/x="([\d.]+)"/.exec(eased)?.[1]) < 2, 'an ease is followed')
  t.end()
})

t.test('a still follows animations that begin each other, repeat, end and add up', (t) => {
  const chained =
    '<rect x="0"><animate id="a" attributeName="x" begin="0;b.end" dur="0.5s" to="5"/>' +
    '<animate id="b" attributeName="x" begin="a.end" dur="0.5s" from="5" to="9" fill="freeze"/></rect>'
  t.equal(stillOf(chained, true), '<rect x="5"/>', 'at 1.5 s the third run begins')
  t.equal(
    stillOf('<rect x="3"><animate attributeName="x" dur="1s" repeatCount="2" values="0;1"/></rect>'),
    '<rect x="3"/>',
    'what is not frozen leaves the value that it found',
  )
  t.equal(
    stillOf('<rect x="3"><animate attributeName="x" dur="1s" repeatCount="2,5" values="0;1" fill="freeze"/></rect>'),
    '<rect x="1"/>',
    'what is no count is ignored',
  )
  const added =
    '<g transform="scale(2)"><animateTransform attributeName="transform" type="rotate" additive="sum" dur="1s" values="0 1 1;90 1 1" fill="freeze"/></g>'
  t.equal(stillOf(added), '<g transform="scale(2) rotate(90 1 1)"/>')
  t.equal(stillOf(added.replace(' additive="sum"', '')), '<g transform="rotate(90 1 1)"/>')
  t.equal(
    stillOf('<path opacity="0" d="M0 0h1"><set attributeName="opacity" begin="2s" to="1" fill="freeze"/></path>'),
    '<path opacity="1" d="M0 0h1"/>',
  )
  t.end()
})

t.test('animations that begin each other without end, and begin many others, have no still', (t) => {
  const begins = 'x.begin+99s;'.repeat(5000).slice(0, -1)
  const clock =
    '<set id="x" attributeName="opacity" to="1" begin="0;y.end" dur=".5ms"/>' +
    '<set id="y" attributeName="opacity" to="0" begin="x.end" dur=".5ms"/>'
  const waiting = `<set attributeName="x" to="1" begin="${begins}" dur="1s"/>`
  t.equal(stillOf(`<rect x="1">${clock}${waiting}</rect>`, true), '<rect x="1" opacity="1"/>')
  t.equal(stillOf(`<rect x="1">${clock.replaceAll('.5', '.1')}${waiting}</rect>`, true), null)
  t.equal(stillOf(`<rect x="1">${clock}${waiting}</rect>`), null)
  t.end()
})

t.test('a still has no dashes of a line that is drawn whole', (t) => {
  const line = (dash: string): string =>
    `<path pathLength="1" stroke-dasharray="${dash}" d="M0 0h1"><animate attributeName="stroke-dashoffset" dur="1s" values="1;0" fill="freeze"/></path>`
  t.equal(stillOf(line('1.02 1.1')), '<path d="M0 0h1"/>')
  t.match(stillOf(line('0.1 0.1')), 'stroke-dasharray="0.1 0.1"', 'dashes that are meant stay')
  t.end()
})

t.test('what a still cannot say is no still', (t) => {
  t.equal(stillOf('<g><animateMotion dur="1s" path="M0 0h9"/></g>'), null)
  t.equal(stillOf('<rect><animate attributeName="x" begin="click" dur="1s" to="1"/></rect>'), null)
  t.equal(stillOf('<rect><animate attributeName="x" dur="1s" by="1" fill="freeze"/></rect>'), null)
  t.equal(
    stillOf('<rect style="opacity:0"><animate attributeName="opacity" dur="1s" values="0;1" fill="freeze"/></rect>'),
    null,
  )
  t.equal(
    stillOf('<rect><animate id="a" attributeName="x" begin="0;a.begin+0.0001s" dur="1s" values="0;1"/></rect>'),
    null,
    'animations that begin each other without end',
  )
  t.end()
})

t.test('a file that is too large, or no drawing, is not changed', (t) => {
  t.equal(readIconDrawing(Buffer.from(`${HEAD}>${' '.repeat(RENDITION_LIMIT_BYTES)}</svg>`), false), null)
  t.equal(readIconDrawing(Buffer.from('<html/>'), false), null)
  t.end()
})
