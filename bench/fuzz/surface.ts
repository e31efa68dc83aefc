import { HOST_NAMES, type HostName } from '../../src/config/env.ts'
import { listRoutes, type ListedRoute } from '../../scripts/routes.ts'
import { callsOf } from './calls/all-calls.ts'
import { findContent, type Found } from './found.ts'
import { Random } from './random.ts'

/** The routes of a host that have one method and one name. */
export interface Target {
  /** Method and name of the routes. */
  readonly key: string
  readonly method: ListedRoute['method']
  /** Their exact paths, or prefixes with a star as their last segment. */
  readonly paths: readonly string[]
  /** Names of their query parameters. */
  readonly parameters: readonly string[]
  /** Whether they speak MCP. */
  readonly mcp: boolean
}

export interface HostSurface {
  readonly name: HostName
  readonly port: number
  readonly targets: readonly Target[]
  /** Addresses that a reader may ask for by GET, with real pages, icons and words. */
  readonly reads: readonly string[]
  /** Addresses with the longest answers, for clients that do not read. */
  readonly long: readonly string[]
}

export interface Surface {
  readonly hosts: readonly HostSurface[]
  readonly found: Found
}

/** Port of each host on 127.0.0.1. */
export type Ports = Readonly<Record<HostName, number>>

const LONG_BYTES = 100_000
/** Addresses of a route with parameters or names, and of one with neither. */
const READS_OF_A_ROUTE = 12

/** Reads the tables of routes, and asks the service what they lead to. */
export async function learnSurface(ports: Ports): Promise<Surface> {
  const found = await findContent(ports)
  const routes = listRoutes()
  const hosts: HostSurface[] = []
  for (const name of HOST_NAMES) {
    const port = ports[name]
    const targets = targetsOf(routes.filter(({ host }) => host === name))
    const reads = ['/none', ...readsOf(name, targets, found)]
    const long: string[] = []
    for (const path of reads) if ((await lengthOf(port, path)) > LONG_BYTES) long.push(path)
    hosts.push({ name, port, targets, reads, long: long.length > 0 ? long : ['/'] })
  }
  return { hosts, found }
}

/** Joins the routes of one host that have one name: pages in each language, static files, prefixes for one client. */
export function targetsOf(routes: readonly ListedRoute[]): Target[] {
  const targets = new Map<string, Target>()
  for (const { method, name, parameters, path } of routes) {
    const key = `${method} ${name}`
    const known = targets.get(key)
    targets.set(key, {
      key,
      method,
      paths: [...(known?.paths ?? []), path],
      parameters,
      mcp: method === 'POST' && path.startsWith('/mcp'),
    })
  }
  return [...targets.values()]
}

function readsOf(host: HostName, targets: readonly Target[], found: Found): string[] {
  const paths = targets
    .filter(({ method }) => method === 'GET')
    .flatMap((target) =>
      Array.from({ length: READS_OF_A_ROUTE }, (_, number) => {
        const random = new Random(0, number)
        return callsOf(host, target.key).ordinary({ random, found, target }).path
      }),
    )
  return [...new Set(paths)]
}

async function lengthOf(port: number, path: string): Promise<number> {
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, { redirect: 'manual' })
  return (await answer.arrayBuffer()).byteLength
}
