import { setTimeout as sleep } from 'node:timers/promises'
import { LazyThread, type LazyThreadOptions } from './lazy-thread.ts'

/** A reader waits this long for the colours of code, which only the first pages with a language take. */
const READER_WAIT_MS = 100
/** A reader waits this long for formulas, since their TeX says little. The first ones after a start load what writes them. */
const FORMULA_WAIT_MS = 3000
/** Pages that are begun and nobody has been answered with; of others, readers get the plain form. */
const BEGUN_LIMIT = 128
/** A pattern of a grammar can take for ever. Its page is then shown plain. */
const TYPESET_TIMEOUT_MS = 15_000
const TYPESET_HEAP_LIMIT_MIB = 512

/** A rendered page as readers get it. */
export interface TypesetPage {
  readonly bytes: Uint8Array
  /** Whether it stays as it is. False: its code and formulas are plain until they are done. */
  readonly isFinal: boolean
}

/** Has the code and the formulas of pages typeset, by a thread that starts with the first page that has any. */
export interface Typesetter {
  /**
   * Gives the page as it is where it cannot be typeset, and meanwhile where that takes long. Never rejects.
   *
   * @param name Tells pages apart. The next one who asks for the same page gets what was done meanwhile.
   */
  readonly typeset: (html: Uint8Array, name: string) => Promise<TypesetPage>
  readonly close: () => Promise<void>
}

interface Begun {
  readonly bytes: Promise<Uint8Array>
  isDone: boolean
}

interface TypesetterOptions extends Partial<Pick<LazyThreadOptions, 'timeoutMs' | 'workerFile'>> {
  readonly readerWaitMs?: number
  readonly formulaWaitMs?: number
}

/**
 * @param onFault Receives what an operator should know: threads that died or were stuck.
 * @param options How it differs from that of the service.
 */
export function createTypesetter(
  onFault: (message: string, cause: unknown) => void,
  { readerWaitMs = READER_WAIT_MS, formulaWaitMs = FORMULA_WAIT_MS, ...options }: TypesetterOptions = {},
): Typesetter {
  const thread = new LazyThread<Uint8Array>({
    kind: 'typeset',
    queueLimit: BEGUN_LIMIT,
    timeoutMs: TYPESET_TIMEOUT_MS,
    heapLimitMib: TYPESET_HEAP_LIMIT_MIB,
    onFault,
    ...options,
  })
  const pages = new Map<string, Begun>()

  /** Begins with a page, unless too many are; a page that is done and that nobody has asked for again makes room. */
  function begin(html: Uint8Array, name: string): Begun | null {
    if (pages.size >= BEGUN_LIMIT) {
      const [done] = [...pages].find(([, { isDone }]) => isDone) ?? []
      if (done === undefined) return null
      pages.delete(done)
    }
    // The thread takes the bytes that it is given.
    const bytes = thread.run(html.slice()).catch(() => html)
    const begun: Begun = { bytes, isDone: false }
    void bytes.then(() => (begun.isDone = true))
    pages.set(name, begun)
    return begun
  }

  return {
    async typeset(html, name) {
      if (!needsTypesetting(html)) return { bytes: html, isFinal: true }
      const begun = pages.get(name) ?? begin(html, name)
      const waitMs = hasFormulas(html) ? formulaWaitMs : readerWaitMs
      const bytes = begun && (await Promise.race([begun.bytes, sleep(waitMs, null, { ref: false })]))
      if (bytes === null) return { bytes: html, isFinal: false }
      pages.delete(name)
      return { bytes, isFinal: true }
    },
    close: () => thread.close(),
  }
}

/** Whether a rendered page has code of a named language, or formulas. */
export function needsTypesetting(html: Uint8Array): boolean {
  return bytesOf(html).includes('<code class="') || hasFormulas(html)
}

function hasFormulas(html: Uint8Array): boolean {
  const bytes = bytesOf(html)
  return bytes.includes('<code class="math"') || bytes.includes('<pre class="math"')
}

function bytesOf(html: Uint8Array): Buffer {
  return Buffer.from(html.buffer, html.byteOffset, html.length)
}
