import { LazyThread, type LazyThreadOptions } from './lazy-thread.ts'

/** Pages that are typeset or wait to be, as many as wait to be rendered. */
const TYPESET_QUEUE_LIMIT = 256
/** A pattern of a grammar can take for ever. Its page is then shown plain. */
const TYPESET_TIMEOUT_MS = 15_000
const TYPESET_HEAP_LIMIT_MIB = 512

/** Has the code and the formulas of pages typeset, by a thread that starts with the first page that has any. */
export interface Typesetter {
  /** Gives the page as it is where it cannot be typeset in time. Never rejects. */
  readonly typeset: (html: Uint8Array) => Promise<Uint8Array>
  readonly close: () => Promise<void>
}

/**
 * @param onFault Receives what an operator should know: threads that died or were stuck.
 * @param options How the thread differs from that of the service.
 */
export function createTypesetter(
  onFault: (message: string, cause: unknown) => void,
  options: Partial<Pick<LazyThreadOptions, 'timeoutMs' | 'workerFile'>> = {},
): Typesetter {
  const thread = new LazyThread<Uint8Array>({
    kind: 'typeset',
    queueLimit: TYPESET_QUEUE_LIMIT,
    timeoutMs: TYPESET_TIMEOUT_MS,
    heapLimitMib: TYPESET_HEAP_LIMIT_MIB,
    onFault,
    ...options,
  })
  return {
    async typeset(html) {
      if (!needsTypesetting(html)) return html
      // The thread takes the bytes that it is given.
      return thread.run(html.slice()).catch(() => html)
    },
    close: () => thread.close(),
  }
}

/** Whether a rendered page has code of a named language, or formulas. */
export function needsTypesetting(html: Uint8Array): boolean {
  const bytes = Buffer.from(html.buffer, html.byteOffset, html.length)
  return bytes.includes('<code class="') || bytes.includes('<pre class="math"')
}
