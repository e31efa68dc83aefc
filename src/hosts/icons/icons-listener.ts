import { randomBytes } from 'node:crypto'
import { createIconsGate } from './registration/icons-gate.ts'
import type { Host, ListenerOptions } from '../host.ts'
import { createIconsHost } from './icons.ts'
import { createIconRenderer } from '../../pool/lazy/icon-renderer.ts'
import { PooledIconsService } from '../../pool/pooled-icons-service.ts'
import type { SearchDispatcher } from '../../pool/search-dispatcher.ts'
import { logFaults } from '../../shared/log.ts'
import type { KeyState } from '../../tokens/key-keeper.ts'
import { createTokenService } from '../../tokens/token-service.ts'
import type { TokenWorkers } from '../../tokens/token-workers.ts'

export interface IconsListenerOptions extends ListenerOptions {
  readonly dispatcher: SearchDispatcher
  readonly workers: TokenWorkers
  readonly keys: KeyState
}

export interface IconsListener {
  readonly host: Host
  readonly icons: PooledIconsService
  /** From now on this is the key that signs credentials. */
  update(keys: KeyState): void
  close(): Promise<void>
}

/** The icons host of one listener thread. */
export function createIconsListener(options: IconsListenerOptions): IconsListener {
  const { config, counts, degraded, dispatcher, keys, limits, log, staticFiles, workers } = options
  const onFault = logFaults(log)
  const icons = new PooledIconsService(dispatcher, onFault)
  const renderer = createIconRenderer(onFault)
  const tokens = createTokenService({ issuer: config.icons.url, workers, state: keys })
  const host = createIconsHost({
    config,
    counts,
    icons,
    renderFile: renderer.renderFile,
    renderPage: renderer.renderPage,
    staticFiles,
    tokens,
    limiter: limits.limiter,
    store: () => limits.state(),
    gate: createIconsGate({
      tokens,
      limiter: limits.limiter,
      iconsUrl: config.icons.url,
      addressLimit: config.icons.addressLimit,
    }),
    // No public tool asks its client anything, so no other node ever sees what this key signs.
    stateKey: randomBytes(32),
    log,
    degraded,
  })
  host.app.metrics.onSample(() => {
    host.app.metrics.set('verifiedTokens', tokens.remembered)
  })
  return { host, icons, update: (next) => tokens.update(next), close: () => renderer.close() }
}
