import { deflateSync, inflateSync } from 'node:zlib'
import { unzipSync } from 'fflate'
import t from 'tap'
import { toDotLottie } from '../../../../src/icons/build/assets/dot-lottie.ts'
import { encodePng } from '../../../../src/shared/encode-png.ts'
import { createStillPainter } from '../../../../src/icons/build/assets/still.ts'

/** A square that appears in red at frame 30. */
function lateSquare(width: number, height: number): string {
  const shapes = [
    { ty: 'rc', p: { a: 0, k: [width / 2, height / 2] }, s: { a: 0, k: [width, height] }, r: { a: 0, k: 0 } },
    { ty: 'fl', c: { a: 0, k: [1, 0, 0, 1] }, o: { a: 0, k: 100 }, r: 1 },
  ]
  const group = {
    ty: 'gr',
    it: [
      ...shapes,
      {
        ty: 'tr',
        p: { a: 0, k: [0, 0] },
        a: { a: 0, k: [0, 0] },
        s: { a: 0, k: [100, 100] },
        r: { a: 0, k: 0 },
        o: { a: 0, k: 100 },
      },
    ],
  }
  const ks = {
    o: { a: 0, k: 100 },
    r: { a: 0, k: 0 },
    p: { a: 0, k: [0, 0, 0] },
    a: { a: 0, k: [0, 0, 0] },
    s: { a: 0, k: [100, 100, 100] },
  }
  const layer = { ty: 4, ind: 1, ip: 42, op: 60, st: 0, sr: 1, bm: 0, ks, shapes: [group] }
  return JSON.stringify({ v: '5.9.0', fr: 30, ip: 0, op: 60, w: width, h: height, assets: [], layers: [layer] })
}

t.test('a PNG holds its pixels as they are', (t) => {
  const pixels = Uint8Array.from([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16])
  const png = Buffer.from(encodePng(pixels, 2, 2, deflateSync))
  t.equal(png.toString('latin1', 1, 4), 'PNG')
  t.strictSame([png.readUInt32BE(16), png.readUInt32BE(20)], [2, 2])
  const data = png.subarray(41, 41 + png.readUInt32BE(33))
  t.strictSame([...inflateSync(data)], [0, 1, 2, 3, 4, 5, 6, 7, 8, 0, 9, 10, 11, 12, 13, 14, 15, 16])
  t.end()
})

t.test('a .lottie file is the same at any time of day, and holds the animation as it is', (t) => {
  const lottie = Buffer.from(lateSquare(8, 8))
  const packed = toDotLottie('set-square', lottie)
  t.strictSame(packed, toDotLottie('set-square', lottie))
  t.strictSame(Object.keys(unzipSync(packed)), ['manifest.json', 'a/set-square.json'])
  t.ok(lottie.equals(unzipSync(packed)['a/set-square.json'] ?? new Uint8Array()))
  t.end()
})

t.test('a still shows a moment at which there is something to see, in the shape of the animation', async (t) => {
  const painter = await createStillPainter()
  const still = Buffer.from(painter.paint(lateSquare(40, 20), 40, 20))
  t.strictSame([still.readUInt32BE(16), still.readUInt32BE(20)], [256, 128])
  const rows = inflateSync(still.subarray(41, 41 + still.readUInt32BE(33)))
  t.strictSame([...rows.subarray(64 * 1025 + 1 + 128 * 4).subarray(0, 4)], [255, 0, 0, 255])
  t.ok(still.equals(painter.paint(lateSquare(40, 20), 40, 20)), 'again the same bytes')
  t.throws(() => painter.paint(lateSquare(40, 20).replace('"ip":42', '"ip":99'), 40, 20), {
    message: /none of its frames shows anything/,
  })
  const square = Buffer.from(painter.paint(lateSquare(40, 40), 40, 40))
  t.strictSame([square.readUInt32BE(16), square.readUInt32BE(20)], [256, 256], 'and another shape after it')
})
