// Entry of a scale thread: its export makes a narrower copy of one image, and gives nothing where the image is to be shown as it is.
import { scaleImage } from '../hosts/docs/scaled/scale-image.ts'
import { SCALE_TASK_HEAD_BYTES } from '../pool/tasks.ts'
import { takeLowPriority } from './thread-priority.ts'

// Searches go first.
takeLowPriority()

export default async function work(task: Uint8Array): Promise<Uint8Array> {
  const width = new DataView(task.buffer, task.byteOffset).getUint32(0)
  return (await scaleImage(task.subarray(SCALE_TASK_HEAD_BYTES), width)) ?? new Uint8Array()
}
