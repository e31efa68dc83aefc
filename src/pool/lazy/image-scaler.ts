import { LazyThread, type LazyThreadOptions } from './lazy-thread.ts'

/** Images that are scaled or wait to be; further ones are shown as they are. */
const SCALE_QUEUE_LIMIT = 32
/** Bytes of these images. A larger one is scaled where nothing else waits. */
const SCALE_QUEUE_LIMIT_BYTES = 48 * 1_048_576
const SCALE_TIMEOUT_MS = 10_000
const SCALE_HEAP_LIMIT_MIB = 128

/** Has narrower copies of images made, by a thread that starts with the first of them. */
export interface ImageScaler {
  /**
   * A copy as WebP; `as-is`: the image is to be shown as it is; `late`: for now, as too much waits or it took too long. Never rejects.
   */
  readonly scale: (image: Uint8Array, width: number) => Promise<Uint8Array | 'as-is' | 'late'>
  readonly close: () => Promise<void>
}

interface ImageScalerOptions extends Partial<Pick<LazyThreadOptions, 'queueLimit'>> {
  readonly queueLimitBytes?: number
}

/**
 * @param onFault Receives what an operator should know: threads that died or were stuck.
 * @param options How it differs from that of the service.
 */
export function createImageScaler(
  onFault: (message: string, cause: unknown) => void,
  { queueLimitBytes = SCALE_QUEUE_LIMIT_BYTES, ...options }: ImageScalerOptions = {},
): ImageScaler {
  const thread = new LazyThread<Uint8Array>({
    kind: 'scale',
    queueLimit: SCALE_QUEUE_LIMIT,
    timeoutMs: SCALE_TIMEOUT_MS,
    heapLimitMib: SCALE_HEAP_LIMIT_MIB,
    onFault,
    ...options,
  })
  let waitingBytes = 0
  return {
    async scale(image, width) {
      if (waitingBytes > 0 && waitingBytes + image.length > queueLimitBytes) return 'late'
      waitingBytes += image.length
      try {
        const copy = await thread.run({ image: new Uint8Array(image), width })
        return copy.length === 0 ? 'as-is' : copy
      } catch {
        return 'late'
      } finally {
        waitingBytes -= image.length
      }
    },
    close: () => thread.close(),
  }
}
