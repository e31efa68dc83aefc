import { availableParallelism } from 'node:os'
import { loadConfig } from '../src/config/config.ts'
import { HOST_NAMES, type HostName } from '../src/config/env.ts'
import { accountRoutes, type AccountDeps } from '../src/hosts/account/account.ts'
import { docsRoutes, type DocsDeps } from '../src/hosts/docs/docs.ts'
import { iconsRoutes, type IconsDeps } from '../src/hosts/icons/icons.ts'
import { withSlashes, type Route } from '../src/http/route/route.ts'
import { loadStaticFiles } from '../src/web/static-files.ts'

/** A line of the URL surface of a host, without what answers it. */
export interface ListedRoute {
  readonly host: HostName
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Exact path, or a prefix with a star as its last segment. */
  readonly path: string
  /** Label in logs and metrics, which several routes may share. */
  readonly name: string
  readonly kind: 'reply' | 'fixed' | 'rpc'
  /** Whether credentials or a limit by address are asked before the answer. */
  readonly gated: boolean
  /** Names of its query parameters, where the table declares them. */
  readonly parameters: readonly string[]
  /** The header fields that its answer looks at. */
  readonly reads: readonly string[]
  readonly body: { readonly mediaTypes: readonly string[]; readonly limitBytes: number } | null
}

/**
 * Lists every route of every host from the tables that the service itself uses, in their order. Nothing is started: what
 * answers a request is replaced by a placeholder, since the tables are made before anything is asked.
 */
export function listRoutes(): ListedRoute[] {
  const config = loadConfig({}, availableParallelism())
  // Members that are spread, or looked at, while a table is made.
  const oauth = { accountUrl: config.account.url }
  const deps = {
    config,
    oauth,
    gate: placeholder,
    sessions: placeholder,
    staticFiles: loadStaticFiles(),
    stateKey: new Uint8Array(32),
  }
  const whole: unknown = withPlaceholders(deps)
  const tables: Readonly<Record<HostName, readonly Route[]>> = {
    docs: docsRoutes(whole as DocsDeps),
    account: accountRoutes(whole as AccountDeps),
    icons: iconsRoutes(whole as IconsDeps),
  }
  return HOST_NAMES.flatMap((host) => withSlashes(tables[host]).map((route) => listed(host, route)))
}

function listed(host: HostName, route: Route): ListedRoute {
  const { body, gate, method = 'GET', name, path, reads = [] } = route
  return {
    host,
    method,
    path,
    name,
    kind: route.kind ?? (typeof route.answer === 'function' ? 'reply' : 'fixed'),
    gated: gate !== undefined,
    parameters: route.kind === 'rpc' ? [] : Object.keys(route.parameters ?? {}),
    reads,
    body:
      body === undefined
        ? null
        : { mediaTypes: [body.mediaType, ...(body.alsoSentAs ?? [])], limitBytes: body.limitBytes },
  }
}

/** Stands for a service that is not asked: every member of it is a placeholder again, and so is the result of a call. */
const placeholder: object = new Proxy(Function.prototype, {
  get: (target, member) => (member === Symbol.toPrimitive ? () => 'placeholder' : placeholder),
  apply: () => placeholder,
})

function withPlaceholders(known: object): object {
  return new Proxy(known, { get: (target, member): unknown => Reflect.get(target, member) ?? placeholder })
}
