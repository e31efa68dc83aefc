import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

let collect: (() => void) | null = null

/**
 * Collects this thread's garbage. Shared memory goes only when every thread has collected its views of it, and neither
 * do shared buffers count towards a thread's next collection nor does an idle thread collect at all: without this, old
 * generations would pile up. Costs some 10 ms; call it once a swap, after the last use.
 */
export function freeMemory(): void {
  if (collect === null) {
    setFlagsFromString('--expose-gc')
    collect = runInNewContext('gc') as () => void
  }
  collect()
}
