import t from 'tap'
import { readLottieFile } from '../../../../src/icons/build/lottie/read-lottie-file.ts'

const LAYER = { ty: 4, ks: { o: { a: 0, k: 100 } }, shapes: [], ip: 0, op: 60, st: 0 }
const ANIMATION = { v: '5.9.0', fr: 30, ip: 10, op: 70, w: 64, h: 32, layers: [LAYER] }

function read(value: unknown): ReturnType<typeof readLottieFile> {
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return readLottieFile({ bytes: Buffer.from(text), text })
}

function changed(members: object): object {
  return { ...ANIMATION, ...members }
}

t.test('size, frame rate and time are read from the file', (t) => {
  t.match(read(ANIMATION), { width: 64, height: 32, frameRate: 30, durationMs: 2000 })
  t.match(read(changed({ fr: 29.97 })), { frameRate: 29.97, durationMs: 2002 })
  t.end()
})

t.test('pictures inside of the file and precompositions are accepted', (t) => {
  const assets = [
    { id: 'a', w: 1, h: 1, u: '', p: 'data:image/png;base64,iVBORw0KGgo=', e: 1 },
    { id: 'b', layers: [LAYER] },
  ]
  t.doesNotThrow(() => read(changed({ assets })))
  t.doesNotThrow(() => read(changed({ fonts: { list: [{ fName: 'a', fPath: '' }] } })))
  t.end()
})

t.test('what is not whole in itself, or runs code, is refused', (t) => {
  const expression = { ...LAYER, ks: { o: { a: 0, k: 100, x: 'var $bm_rt = time' } } }
  const cases: readonly (readonly [object, RegExp])[] = [
    [{ assets: [{ id: 'a', u: 'images/', p: 'a.png', e: 0 }] }, /Asset 0 .*elsewhere/],
    [{ assets: [{ id: 'a', u: '', p: 'https://evil.example/a.png' }] }, /Asset 0 .*elsewhere/],
    [
      { assets: [{ id: 'a', u: 'https://evil.example/', p: 'data:image/png;base64,AAAA', e: 1 }] },
      /Asset 0 .*elsewhere/,
    ],
    [{ assets: [{ id: 'a', p: 'data:image/svg+xml;base64,PHN2Zy8+' }] }, /Asset 0 .*elsewhere/],
    [{ assets: [{ id: 'a', p: 7 }] }, /Asset 0 .*elsewhere/],
    [{ assets: [{ id: 'a', p: 'data:image/png;base64,iVBORw0KGgo=' }] }, /Asset 0 .*elsewhere/],
    [{ fonts: { list: [{ fPath: 'https://evil.example/a.woff' }] } }, /font from elsewhere/],
    [{ layers: [expression] }, /expression/],
    [{ assets: [{ id: 'a', layers: [expression] }] }, /expression/],
  ]
  for (const [members, reason] of cases)
    t.throws(() => read(changed(members)), { message: reason }, JSON.stringify(members))
  t.end()
})

t.test('what is no animation is refused, with the member that is wrong', (t) => {
  t.throws(() => read('{"v": "5.9.0", "fr'), { message: 'The document is not JSON.' })
  t.throws(() => read('<svg/>'), { message: 'The document is not JSON.' })
  const cases: readonly (readonly [object, RegExp])[] = [
    [{ layers: [] }, /layers/],
    [{ layers: undefined }, /layers/],
    [{ fr: 0 }, /fr/],
    [{ w: 1e9 }, /w/],
    [{ h: '32' }, /h/],
    [{ op: 10 }, /ends before|more than an hour|op must be/],
    [{ op: 1e9 }, /ends before|more than an hour|op must be/],
  ]
  for (const [members, reason] of cases)
    t.throws(() => read(changed(members)), { message: reason }, JSON.stringify(members))
  for (const value of ['null', '[]', '7', '"x"']) t.throws(() => read(value), { message: /no Lottie/ }, value)
  t.end()
})

t.test('nesting is bounded', (t) => {
  const deep = `${'{"it":['.repeat(5000)}${']}'.repeat(5000)}`
  t.throws(() => read(JSON.stringify(ANIMATION).replace('"shapes":[]', `"shapes":[${deep}]`)), { message: /nested/ })
  t.end()
})

t.test('what is served is written anew: a member that stands twice is there once', (t) => {
  const text = JSON.stringify(ANIMATION).replace('"w":64', '"w":64, "layers":[{"ty":2,"refId":"a"}]')
  t.equal(read(text).text, JSON.stringify({ ...JSON.parse(text) }))
  t.equal(read(text).text.split('"layers"').length, 2)
  t.end()
})
