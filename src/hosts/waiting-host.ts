import type { Config } from '../config/config.ts'
import { createProblemWire, restWire } from '../http/route/error-wires.ts'
import { createHttpApp } from '../http/server/app.ts'
import { AGENT_CORS } from '../http/wire/cors.ts'
import type { Log } from '../shared/log.ts'
import { unavailable } from './content-reply.ts'
import { alive } from './health.ts'
import { createHost, type Host } from './host.ts'

const RETRY_AFTER_SECONDS = 30
const MISSING = { docs: 'documentation', icons: 'icons' } as const

/** Stands on the port of a host whose content could not be read so far: the process lives, and everything else is 503. */
export function createWaitingHost(name: 'docs' | 'icons', config: Config, log: Log): Host {
  const refusal = unavailable({
    detail: `The ${MISSING[name]} cannot be served yet: the content has a fault. Try again later.`,
    retryAfterSeconds: RETRY_AFTER_SECONDS,
    reason: 'other',
  })
  const app = createHttpApp({
    name,
    routes: [
      { path: '/healthz', name: '/healthz', answer: alive() },
      { path: '/readyz', name: '/readyz', answer: () => refusal },
    ],
    wire: name === 'docs' ? createProblemWire(() => `${config.docs.url}/openapi.json`) : restWire,
    log,
    generation: () => 0,
    cacheLimitBytes: 0,
    trustedProxies: config.trustedProxies,
    notFound: { answer: () => refusal },
    methodNotAllowedCode: 'method_not_allowed',
    cors: AGENT_CORS,
  })
  // Every answer ends its connection, so that no client stays here once the host has its content.
  app.stopAccepting()
  return createHost(app, [])
}
