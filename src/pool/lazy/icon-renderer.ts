import type { FileOrder, RenderedFile } from '../../icons/rendition/render-file.ts'
import type { Answer } from '../../shared/result.ts'
import { RENDITIONS_WAITING } from '../refusals.ts'
import { LazyThread, type LazyThreadOptions } from './lazy-thread.ts'

/** Files and pages of icons that are rendered or wait to be, and those of one address among them. Further ones are refused. */
const ICON_QUEUE_LIMIT = 64
const ICON_CLIENT_LIMIT = 16
/** The slowest file takes some 20 ms. */
const ICON_TIMEOUT_MS = 5000
const ICON_HEAP_LIMIT_MIB = 256

/** Has changed files and the pages of icons made, by a thread that starts with the first of them. */
export interface IconRenderer {
  /**
   * Writes a file with changes. The value is null where the file cannot be changed so. It refuses where too much waits.
   *
   * @param client Who asks: one client may have only a part of what waits.
   * @param gone Whether nobody waits for it any more.
   */
  readonly renderFile: (order: FileOrder, client: string, gone?: () => boolean) => Promise<Answer<RenderedFile | null>>
  /** Writes the page of an icon from what `src/threads/icon-worker.ts` takes. */
  readonly renderPage: (order: object, client: string, gone?: () => boolean) => Promise<Answer<Uint8Array>>
  readonly close: () => Promise<void>
}

/**
 * @param onFault Receives what an operator should know: threads that died or were stuck.
 * @param options How the thread differs from that of the service.
 */
export function createIconRenderer(
  onFault: (message: string, cause: unknown) => void,
  options: Partial<Pick<LazyThreadOptions, 'clientLimit' | 'queueLimit' | 'timeoutMs' | 'workerFile'>> = {},
): IconRenderer {
  const thread = new LazyThread<unknown>({
    kind: 'icon',
    queueLimit: ICON_QUEUE_LIMIT,
    clientLimit: ICON_CLIENT_LIMIT,
    timeoutMs: ICON_TIMEOUT_MS,
    heapLimitMib: ICON_HEAP_LIMIT_MIB,
    onFault,
    ...options,
  })
  async function run<Result>(order: object, client: string, gone?: () => boolean): Promise<Answer<Result>> {
    try {
      return { ok: true, value: (await thread.run(order, client, gone)) as Result }
    } catch {
      return RENDITIONS_WAITING
    }
  }
  return { renderFile: run, renderPage: run, close: () => thread.close() }
}
