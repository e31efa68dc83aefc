// Entry of a scale thread: its export makes a narrower copy of one image, and gives nothing where the image is to be shown as it is.
import { scaleImage } from '../hosts/docs/scaled/scale-image.ts'
import { takeLowPriority } from './thread-priority.ts'

// Searches go first.
takeLowPriority()

export default async function work({
  image,
  width,
}: {
  readonly image: Uint8Array
  readonly width: number
}): Promise<Uint8Array> {
  return (await scaleImage(image, width)) ?? new Uint8Array()
}
