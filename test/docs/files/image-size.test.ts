import t from 'tap'
import { imageSize } from '../../../src/docs/files/image-size.ts'
import { avif, gif, jpeg, png, webp, wholePng } from './sample-images.ts'

t.test('the size of each kind of image is read from its header', (t) => {
  t.same(imageSize(png(640, 480)), { width: 640, height: 480 })
  t.same(imageSize(wholePng(3, 2)), { width: 3, height: 2 })
  t.same(imageSize(gif(12, 34)), { width: 12, height: 34 })
  t.same(imageSize(jpeg(800, 600)), { width: 800, height: 600 })
  for (const kind of ['VP8 ', 'VP8L', 'VP8X'] as const) {
    t.same(imageSize(webp(kind, 1234, 567)), { width: 1234, height: 567 }, kind)
  }
  t.same(
    imageSize(
      avif([
        [160, 160],
        [1280, 720],
      ]),
    ),
    { width: 1280, height: 720 },
    'the largest item is the image',
  )
  t.end()
})

t.test('an image that lies on its side has the size in which it is shown', (t) => {
  for (const order of ['II', 'MM'] as const) {
    t.same(imageSize(jpeg(800, 600, 6, order)), { width: 600, height: 800 }, order)
    t.same(imageSize(jpeg(800, 600, 3, order)), { width: 800, height: 600 }, `${order}, upside down`)
  }
  t.same(imageSize(avif([[800, 600]], 1)), { width: 600, height: 800 })
  t.same(imageSize(avif([[800, 600]], 2)), { width: 800, height: 600 })
  t.end()
})

t.test('a file that ends early, or is no image, has no size, and reading it ends at once', (t) => {
  const whole = [png(9, 9), gif(9, 9), jpeg(9, 9, 6), webp('VP8X', 9, 9), webp('VP8L', 9, 9), avif([[9, 9]], 1)]
  for (const bytes of whole) {
    for (let length = 0; length < bytes.length; length++) {
      const size = imageSize(bytes.subarray(0, length))
      t.ok(size === null || (size.width === 9 && size.height === 9), `${length} bytes`)
    }
  }
  for (const bytes of [Buffer.alloc(0), Buffer.from('<html>'), Buffer.alloc(1000), Buffer.alloc(1000, 0xff)]) {
    t.equal(imageSize(bytes), null)
  }
  t.end()
})

t.test('a size that no image has is not believed', (t) => {
  t.equal(imageSize(png(0xffffffff, 0xffffffff)), null)
  t.equal(imageSize(png(0, 10)), null)
  t.equal(imageSize(gif(0, 0)), null)
  t.end()
})

t.test('headers without end are left', (t) => {
  const segments = Buffer.alloc(4 * 1_048_576)
  segments.writeUInt16BE(0xffd8)
  for (let at = 2; at + 4 <= segments.length; at += 4) segments.writeUInt32BE(0xffe00002, at)
  const boxes = Buffer.concat([avif([]), Buffer.alloc(4 * 1_048_576)])
  t.equal(imageSize(segments), null)
  t.equal(imageSize(boxes), null)
  t.end()
})
