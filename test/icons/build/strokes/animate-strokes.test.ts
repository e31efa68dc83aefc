import t from 'tap'
import { animateStrokes } from '../../../../src/icons/build/strokes/animate-strokes.ts'
import { directionOf, drawSpans } from '../../../../src/icons/build/strokes/motions.ts'
import { readPathData } from '../../../../src/icons/build/strokes/path-data.ts'
import { outlinesOf, type StrokeShape } from '../../../../src/icons/build/strokes/stroke-shape.ts'
import { readLottieFile } from '../../../../src/icons/build/lottie/read-lottie-file.ts'
import { readSvg } from '../../../../src/icons/build/svg/read-svg.ts'
import { createNameTable } from '../../../../src/icons/build/sources/name-table.ts'
import { UnusableFileError } from '../../../../src/shared/unusable-file-error.ts'

const ARROW: readonly StrokeShape[] = [
  ['path', { d: 'M5 12h14' }],
  ['path', { d: 'm12 5 7 7-7 7' }],
]

interface LottieText {
  readonly layers: readonly {
    readonly ks: Record<string, { a: number; k: unknown }>
    readonly shapes: readonly unknown[]
  }[]
}

/** Rounded points of the outlines of path data. */
function pointsOf(data: string): string[] {
  return readPathData(data).map(
    ({ closed, points }) =>
      points.map(({ at }) => at.map((value) => Number(value.toFixed(2))).join(',')).join(' ') + (closed ? ' Z' : ''),
  )
}

t.test('path data is read with all its commands, relative and absolute', (t) => {
  t.strictSame(pointsOf('M1 2L3 4h2V8'), ['1,2 3,4 5,4 5,8'])
  t.strictSame(pointsOf('m1,2 3 4-1-1z'), ['1,2 4,6 3,5 Z'])
  t.strictSame(pointsOf('M0 0h1v1H0zM2 2h1'), ['0,0 1,0 1,1 0,1 Z', '2,2 3,2'])
  t.strictSame(pointsOf('M0 0h1zh3'), ['0,0 1,0 Z', '0,0 3,0'], 'a closed outline goes on where it began')
  t.strictSame(pointsOf('M0 0c0 1 1 1 1 0s1-1 1 0q1 1 2 0t2 0'), ['0,0 1,0 2,0 4,0 6,0'])
  t.strictSame(pointsOf('M10 10a5 5 0 0110 0'), ['10,10 15,5 20,10'], 'flags of an arc need no space')
  t.strictSame(pointsOf('M.5.5l1e0-.5'), ['0.5,0.5 1.5,0'])
  t.end()
})

t.test('the curves of an arc lie on its circle', (t) => {
  const [outline] = readPathData('M2 12a10 10 0 1 0 20 0')
  for (const { at } of outline?.points ?? []) t.ok(Math.abs(Math.hypot(at[0] - 12, at[1] - 12) - 10) < 1e-6)
  t.equal(outline?.points[1]?.at[1].toFixed(3), '22.000')
  t.end()
})

t.test('what is no path data is refused', (t) => {
  for (const data of ['M1', 'M1 2 3', 'M1 2X', 'M1 2L3,', '1 2', 'M0 0a1 1 0 2 0 1 1', `M0 0${'h1'.repeat(20_000)}`]) {
    t.throws(() => readPathData(data), UnusableFileError, data.slice(0, 20))
  }
  t.end()
})

t.test('circles, rectangles and lines have the outlines that a browser draws', (t) => {
  const [circle] = outlinesOf(['circle', { cx: '12', cy: '12', r: '10' }])
  t.ok(circle?.closed)
  t.equal(circle?.points.length, 4)
  const [square] = outlinesOf(['rect', { x: '3', y: '3', width: '18', height: '18' }])
  t.strictSame(
    square?.points.map(({ at }) => at),
    [
      [3, 3],
      [21, 3],
      [21, 21],
      [3, 21],
    ],
  )
  const [round] = outlinesOf(['rect', { x: '3', y: '3', width: '18', height: '18', rx: '2' }])
  t.equal(round?.points.length, 8)
  t.throws(() => outlinesOf(['line', { x1: 'left' }]), UnusableFileError)
  t.end()
})

t.test('lines are drawn one after another, and all are drawn before the middle', (t) => {
  const spans = drawSpans(4)
  t.ok(spans.every(({ start }, index) => index === 0 || start > spans[index - 1]!.start))
  t.equal(spans[0]?.start, 0)
  t.ok(spans.every(({ end }) => end < 0.5))
  t.end()
})

t.test('the SVG is read like that of any source, plays once, and shows the icon without its animations', (t) => {
  const { svg } = animateStrokes('arrow-right', [...ARROW], 'push')
  const { facts, text } = readSvg({ bytes: Buffer.from(svg), text: svg })
  t.strictSame(facts, { width: 24, height: 24, durationMs: 2000, loop: false })
  t.equal(text.match(/<animate /g)?.length, 2)
  t.match(text, /stroke="currentColor"/)
  const still = text.replaceAll(/<animate[^>]*\/>/g, '')
  t.notMatch(still, /stroke-dashoffset|opacity/)
  t.end()
})

t.test('the Lottie document is read like that of any source, and moves the same way', (t) => {
  const { lottie } = animateStrokes('arrow-right', [...ARROW], 'push')
  const { durationMs, frameRate, text } = readLottieFile({ bytes: Buffer.from(lottie), text: lottie })
  t.strictSame([durationMs, frameRate], [2000, 60])
  const [layer] = (JSON.parse(text) as LottieText).layers
  t.equal(layer?.shapes.length, 2)
  t.equal(layer?.ks['p']?.a, 1, 'a push moves the layer')
  t.equal(layer?.ks['r']?.a, 0)
  t.end()
})

t.test('what spins is whole from the beginning and never ends', (t) => {
  const { svg } = animateStrokes('loader', [...ARROW], 'spin')
  t.equal(readSvg({ bytes: Buffer.from(svg), text: svg }).facts.loop, true)
  t.notMatch(svg, /stroke-dash/)
  t.end()
})

t.test('a filled shape fades in, since its inside has no line', (t) => {
  const { lottie, svg } = animateStrokes(
    'dot',
    [['circle', { cx: '12', cy: '12', r: '1', fill: 'currentColor' }]],
    null,
  )
  t.match(svg, /fill="currentColor"><animate attributeName="opacity"/)
  t.match(lottie, /"ty":"fl"/)
  t.notMatch(lottie, /"ty":"tm"/)
  t.end()
})

t.test('names say where an icon goes', (t) => {
  t.strictSame(directionOf('arrow-up-right'), [1, -1])
  t.strictSame(directionOf('arrow-down'), [0, 1])
  t.strictSame(directionOf('move-left-right'), [1, 0], 'to both sides is to the right')
  t.strictSame(directionOf('constructor'), [1, 0])
  t.end()
})

t.test('the longest entry of a table counts, in whole words', (t) => {
  const table = createNameTable([
    ['a', ['circle', 'heart']],
    ['b', ['circle-user', 'user']],
  ])
  t.equal(table.atStart('circle-user-round'), 'b')
  t.equal(table.atStart('circle'), 'a')
  t.equal(table.atStart('circles'), null)
  t.equal(table.atStart('file-heart'), null)
  t.equal(table.anywhere('file-heart'), 'a')
  t.equal(table.anywhere('constructor'), null)
  t.end()
})
