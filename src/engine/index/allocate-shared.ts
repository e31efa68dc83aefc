import { loadNative } from '../native/load-native.ts'

/** Threshold for large pages: smaller arrays fit in the processor's caches. */
const LARGE_BYTES = 4 * 1024 * 1024

/**
 * Allocates zeroed memory that threads share. Large allocations use large pages where the system has them and the addon can request
 * them. The addon is loaded for this whichever kernel searches.
 */
export function allocateShared(byteLength: number): SharedArrayBuffer {
  const buffer = new SharedArrayBuffer(byteLength)
  if (byteLength >= LARGE_BYTES) {
    const native = loadNative()
    if (native.ok) native.addon.preferLargePages(new Uint8Array(buffer))
  }
  return buffer
}
