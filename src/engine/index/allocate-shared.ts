import { loadNative } from '../native/load-native.ts'

/** Less is found in the processor's caches anyway. */
const LARGE_BYTES = 4 * 1024 * 1024

/**
 * Memory of zeros that threads share. Large ones lie in large pages where the system has such and the addon can ask for them,
 * which it is loaded for, whichever kernel searches.
 */
export function allocateShared(byteLength: number): SharedArrayBuffer {
  const buffer = new SharedArrayBuffer(byteLength)
  if (byteLength >= LARGE_BYTES) {
    const native = loadNative()
    if (native.ok) native.addon.preferLargePages(new Uint8Array(buffer))
  }
  return buffer
}
