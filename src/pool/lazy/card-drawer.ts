import type { Answer } from '../../shared/result.ts'
import type { CardOrder, DrawnCard } from '../../web/page-card.ts'
import { LazyThread, type LazyThreadOptions } from './lazy-thread.ts'
import { CARDS_WAITING } from '../refusals.ts'

/** Pictures that are drawn or wait to be; further ones are refused. */
const CARD_QUEUE_LIMIT = 32
/** Time from the request to the picture. A logo can take for ever. */
const CARD_TIMEOUT_MS = 10_000
const CARD_HEAP_LIMIT_MIB = 256

/** Has pictures of pages drawn, by a thread that starts with the first of them. */
export interface CardDrawer {
  /** Refuses where too much waits and where a picture was not drawn in time. */
  readonly draw: (order: Pick<CardOrder, 'card' | 'logo'>) => Promise<Answer<DrawnCard>>
  readonly close: () => Promise<void>
}

/**
 * @param fontFiles of the operator, as absolute paths
 * @param onFault Receives what an operator should know: threads that died or were stuck, and fonts that cannot be read.
 * @param options How the thread differs from that of the service.
 */
export function createCardDrawer(
  fontFiles: readonly string[],
  onFault: (message: string, cause: unknown) => void,
  options: Partial<Pick<LazyThreadOptions, 'timeoutMs' | 'workerFile' | 'queueLimit'>> = {},
): CardDrawer {
  const thread = new LazyThread<DrawnCard>({
    kind: 'card',
    queueLimit: CARD_QUEUE_LIMIT,
    timeoutMs: CARD_TIMEOUT_MS,
    heapLimitMib: CARD_HEAP_LIMIT_MIB,
    onFault,
    ...options,
  })
  return {
    async draw({ card, logo }) {
      const order: CardOrder = { card, logo, fontFiles }
      try {
        const drawn = await thread.run(order)
        for (const fault of drawn.faults) onFault('a font cannot be read', new Error(fault))
        return { ok: true, value: drawn }
      } catch {
        return CARDS_WAITING
      }
    },
    close: () => thread.close(),
  }
}
