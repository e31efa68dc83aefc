import { createDocsHost, docsRoutes } from './docs.ts'
import { docsMcp } from './docs-mcp.ts'
import { unavailable } from '../content-reply.ts'
import { NamedGenerations } from '../../pool/named/named-generations.ts'
import type { Route } from '../../http/route/route.ts'
import type { Host, ListenerOptions } from '../host.ts'
import { PooledDocsService, type DocsDispatcher } from '../../pool/pooled-docs-service.ts'
import { createCardDrawer } from '../../pool/lazy/card-drawer.ts'
import { createImageScaler } from '../../pool/lazy/image-scaler.ts'
import { createTypesetter } from '../../pool/lazy/typesetter.ts'
import type { SearchDispatcher } from '../../pool/search-dispatcher.ts'
import { logFaults } from '../../shared/log.ts'

const MAYBE_NEWER = unavailable({
  detail: 'This node has not seen the generation that Signpost-Generation names yet. Try again.',
  retryAfterSeconds: 1,
  reason: 'other',
})

export interface DocsListener {
  readonly host: Host
  /** Answers from another generation from now on; the dispatcher is to be given it afterwards. */
  swap(next: SearchDispatcher['generation']): void
  /** Tells how far the node follows what is published. */
  follow(...state: Parameters<NamedGenerations<unknown>['follow']>): void
  /** Ends a generation for those who name it. */
  withdraw(content: string): void
  close(): Promise<void>
}

/** The docs host of one listener thread. */
export function createDocsListener({
  dispatcher,
  limits,
  wake,
  ...options
}: ListenerOptions & { readonly dispatcher: SearchDispatcher; readonly wake: () => void }): DocsListener {
  const { config, log } = options
  const onFault = logFaults(log)
  const typesetter = createTypesetter(onFault)
  const cards = createCardDrawer(config.docs.cardFonts, onFault)
  const scaler = createImageScaler(onFault)
  const serviceOf = (from: DocsDispatcher): PooledDocsService =>
    new PooledDocsService(from, config.docs.llmsFullLimitBytes, onFault, typesetter.typeset)
  const docs = serviceOf(dispatcher)
  const deps = { docs, drawCard: cards.draw, scaleImage: scaler.scale, limiter: limits.limiter, ...options }
  const mcp = docsMcp(deps)
  const states = new NamedGenerations<readonly Route[]>({
    dispatcher,
    wake,
    answersOf: (pinned) => docsRoutes({ ...deps, docs: serviceOf(pinned), current: docs }, mcp),
  })
  return {
    host: createDocsHost(deps, mcp, { find: (name) => states.find(name) ?? MAYBE_NEWER }),
    swap(next) {
      states.swap(next)
      docs.swap(next)
    },
    follow: (state) => states.follow(state),
    withdraw: (content) => states.withdraw(content),
    close: async () => void (await Promise.all([typesetter.close(), cards.close(), scaler.close()])),
  }
}
