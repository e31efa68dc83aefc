import { LazyThread } from '../../../pool/lazy-thread.ts'
import type { Unavailable } from '../../../shared/unavailable.ts'

/** Pages that are typeset or wait to be, as many as wait to be rendered. */
const TYPESET_QUEUE_LIMIT = 256
/** A pattern of a grammar can take for ever. Its page is then shown plain. */
const TYPESET_TIMEOUT_MS = 8000
const TYPESET_HEAP_LIMIT_MIB = 512

/** Has the code and the formulas of pages typeset, by a thread that starts with the first page that has any. */
export interface Typesetter {
  /** Gives the page as it is where it cannot be typeset in time. Never rejects. */
  typeset(html: Uint8Array): Promise<Uint8Array>
  close(): Promise<void>
}

/** @param onFault Receives what an operator should know: threads that died or were stuck. */
export function createTypesetter(
  onFault: (message: string, cause: unknown) => void,
  workerFile?: string,
): Typesetter {
  const thread = new LazyThread<Uint8Array>({
    kind: 'typeset',
    queueLimit: TYPESET_QUEUE_LIMIT,
    timeoutMs: TYPESET_TIMEOUT_MS,
    heapLimitMib: TYPESET_HEAP_LIMIT_MIB,
    ...(workerFile === undefined ? {} : { workerFile }),
    onFault,
  })
  return {
    async typeset(html) {
      if (!needsTypesetting(html)) return html
      // The thread takes the bytes that it is given.
      return thread.run(html.slice()).catch((_: Unavailable) => html)
    },
    close: () => thread.close(),
  }
}

/** Whether a rendered page has code of a named language, or formulas. */
function needsTypesetting(html: Uint8Array): boolean {
  const bytes = Buffer.from(html.buffer, html.byteOffset, html.length)
  return bytes.includes('<code class="') || bytes.includes('<pre class="math"')
}
