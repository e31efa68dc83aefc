import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

let collect: (() => void) | null = null

/**
 * Collects this thread's garbage. Shared memory is freed only when every thread has collected its views. Shared buffers do not
 * bring a thread's next collection closer, and an idle thread does not collect at all, so old generations would accumulate. It
 * costs about 10 ms; call it once for each swap, after the last use.
 */
export function freeMemory(): void {
  if (collect === null) {
    setFlagsFromString('--expose-gc')
    collect = runInNewContext('gc') as () => void
  }
  collect()
}
