import t from 'tap'
import { changeLottie, inkOfLottie } from '../../../src/icons/rendition/render-lottie.ts'

const stroke = (k: unknown, a: unknown = 0): object => ({ ty: 'st', c: { a, k }, w: { a: 0, k: 2 } })
const document = (...shapes: object[]): Record<string, unknown> => ({
  fr: 60,
  layers: [{ ty: 4, shapes: [{ ty: 'gr', it: shapes }] }],
})

t.test('the one colour of a document is found, and others are not guessed', (t) => {
  t.equal(inkOfLottie(document(stroke([1, 0, 0, 1]), stroke([1, 0, 0]))), '#ff0000')
  t.equal(inkOfLottie(document(stroke([1, 0, 0, 1]), stroke([0, 0, 0, 1]))), null)
  t.equal(inkOfLottie(document(stroke([{ t: 0, s: [1, 0, 0] }], 1))), null, 'it changes over time')
  t.equal(inkOfLottie(document(stroke([1, 0, 0, 1]), { ty: 'gf' })), null, 'a gradient')
  const one = document(stroke([1, 0, 0, 1]))
  const layers = one['layers'] as object[]
  t.equal(inkOfLottie({ ...one, layers: [...layers, { ty: 1, sc: '#00ff00' }] }), null, 'a solid')
  t.equal(inkOfLottie({ ...one, layers: [...layers, { ty: 5, t: {} }] }), null, 'a text')
  t.equal(inkOfLottie({ ...one, layers: [{ ...layers[0], ef: [{}] }] }), null, 'an effect')
  const matte = { ty: 4, td: 1, shapes: [stroke([1, 1, 1, 1])] }
  t.equal(inkOfLottie({ ...one, layers: [matte, ...layers] }), '#ff0000', 'a matte is not seen')
  t.end()
})

t.test('colour and speed are written into a document, and its opacities and mattes stay', (t) => {
  const matte = { ty: 4, td: 1, shapes: [stroke([1, 1, 1, 1])] }
  const changed = { ...document(stroke([1, 0, 0, 0.5]), stroke([1, 0, 0])), assets: [matte] }
  changeLottie(changed, '#00ff80', 1.5)
  t.strictSame(changed, {
    ...document(stroke([0, 1, 0.502, 0.5]), stroke([0, 1, 0.502])),
    fr: 90,
    assets: [{ ty: 4, td: 1, shapes: [stroke([1, 1, 1, 1])] }],
  })
  t.end()
})

t.test('the speed reaches the time of a layer that is remapped, which is in seconds', (t) => {
  const layer = (end: number, still: number): object => ({
    layers: [
      {
        ty: 0,
        tm: {
          a: 1,
          k: [
            { t: 0, s: [0], e: [end] },
            { t: 60, s: [end] },
          ],
        },
      },
      { ty: 4, td: 1, tm: { a: 0, k: still }, shapes: [{ ty: 'tm', s: { a: 0, k: 20 } }] },
    ],
    markers: [{ tm: 30, cm: 'a' }],
  })
  const changed = { fr: 30, ...layer(2, 4) }
  changeLottie(changed, null, 2)
  t.strictSame(changed, { fr: 60, ...layer(1, 2) })
  t.end()
})
