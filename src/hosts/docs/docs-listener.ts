import type { ReaderCounts } from '../../analytics/reader-counts.ts'
import type { Config } from '../../config/config.ts'
import { createDocsHost } from './docs.ts'
import type { Host } from '../host.ts'
import type { Limits } from '../limits-link.ts'
import { PooledDocsService } from '../../pool/pooled-docs-service.ts'
import { createCardDrawer } from '../../pool/lazy/card-drawer.ts'
import { createImageScaler } from '../../pool/lazy/image-scaler.ts'
import { createTypesetter } from '../../pool/lazy/typesetter.ts'
import type { SearchDispatcher } from '../../pool/search-dispatcher.ts'
import { logFaults, type Log } from '../../shared/log.ts'
import type { StaticFiles } from '../../web/static-files.ts'

export interface DocsListenerOptions {
  readonly config: Config
  /** Null: nothing is counted. */
  readonly counts: ReaderCounts | null
  readonly dispatcher: SearchDispatcher
  readonly staticFiles: StaticFiles
  readonly limits: Limits
  readonly log: Log
}

export interface DocsListener {
  readonly host: Host
  readonly docs: PooledDocsService
  close(): Promise<void>
}

/** The docs host of one listener thread. */
export function createDocsListener({
  config,
  counts,
  dispatcher,
  limits,
  log,
  staticFiles,
}: DocsListenerOptions): DocsListener {
  const onFault = logFaults(log)
  const typesetter = createTypesetter(onFault)
  const cards = createCardDrawer(config.docs.cardFonts, onFault)
  const scaler = createImageScaler(onFault)
  const docs = new PooledDocsService(dispatcher, onFault, typesetter.typeset)
  const host = createDocsHost({
    docs,
    drawCard: cards.draw,
    scaleImage: scaler.scale,
    config,
    counts,
    staticFiles,
    limiter: limits.limiter,
    log,
  })
  return {
    docs,
    host,
    close: async () => void (await Promise.all([typesetter.close(), cards.close(), scaler.close()])),
  }
}
