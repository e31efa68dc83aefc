import { createDocsHost } from './docs.ts'
import type { Host, ListenerOptions } from '../host.ts'
import { PooledDocsService } from '../../pool/pooled-docs-service.ts'
import { createCardDrawer } from '../../pool/lazy/card-drawer.ts'
import { createImageScaler } from '../../pool/lazy/image-scaler.ts'
import { createTypesetter } from '../../pool/lazy/typesetter.ts'
import type { SearchDispatcher } from '../../pool/search-dispatcher.ts'
import { logFaults } from '../../shared/log.ts'

export interface DocsListener {
  readonly host: Host
  readonly docs: PooledDocsService
  close(): Promise<void>
}

/** The docs host of one listener thread. */
export function createDocsListener({
  dispatcher,
  limits,
  ...options
}: ListenerOptions & { readonly dispatcher: SearchDispatcher }): DocsListener {
  const { config, log } = options
  const onFault = logFaults(log)
  const typesetter = createTypesetter(onFault)
  const cards = createCardDrawer(config.docs.cardFonts, onFault)
  const scaler = createImageScaler(onFault)
  const docs = new PooledDocsService(dispatcher, config.docs.llmsFullLimitBytes, onFault, typesetter.typeset)
  const host = createDocsHost({
    docs,
    drawCard: cards.draw,
    scaleImage: scaler.scale,
    limiter: limits.limiter,
    ...options,
  })
  return {
    docs,
    host,
    close: async () => void (await Promise.all([typesetter.close(), cards.close(), scaler.close()])),
  }
}
