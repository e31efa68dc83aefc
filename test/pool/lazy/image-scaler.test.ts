import sharp from 'sharp'
import t from 'tap'
import { createImageScaler } from '../../../src/pool/lazy/image-scaler.ts'

t.test('an image for which there is no room, or that comes after the end, is shown as it is for now', async (t) => {
  const faults: string[] = []
  const image = await sharp({ create: { width: 900, height: 9, channels: 3, background: '#888' } })
    .png({ compressionLevel: 0 })
    .toBuffer()
  const full = createImageScaler((message) => faults.push(message), { queueLimit: 0 })
  t.equal(await full.scale(image, 480), 'late')
  await full.close()
  t.equal(await full.scale(image, 480), 'late')
  const scaler = createImageScaler((message) => faults.push(message))
  t.teardown(() => scaler.close())
  t.equal(await scaler.scale(Buffer.from('no image'), 480), 'as-is')
  const drawing = Buffer.from(
    '<svg xmlns="http://www.w3.org/2000/svg" width="900" height="900"><path d="M0 0h9v9z"/></svg>',
  )
  t.equal(
    await scaler.scale(Buffer.concat([drawing, Buffer.alloc(10_000, ' ')]), 480),
    'as-is',
    'no other kind is read',
  )
  const copy = await scaler.scale(image, 480)
  t.match(copy instanceof Uint8Array && (await sharp(copy).metadata()), { width: 480, format: 'webp' })
  const small = createImageScaler((message) => faults.push(message), { queueLimitBytes: image.length })
  t.teardown(() => small.close())
  const [first, second] = await Promise.all([small.scale(image, 480), small.scale(image, 480)])
  t.ok(first instanceof Uint8Array)
  t.equal(second, 'late', 'the bytes that wait are bounded')
  t.ok((await small.scale(image, 480)) instanceof Uint8Array)
  t.strictSame(faults, [])
})
