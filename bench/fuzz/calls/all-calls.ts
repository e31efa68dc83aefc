import type { HostName } from '../../../src/config/env.ts'
import { ACCOUNT_CALLS } from './account-calls.ts'
import type { CallGroups, RouteCalls } from './call.ts'
import { DOCS_CALLS } from './docs-calls.ts'
import { ICONS_CALLS } from './icons-calls.ts'

/** All calls, each in one group. A group is a behaviour, which can also attack alone. */
export const CALL_GROUPS: CallGroups = { ...DOCS_CALLS, ...ACCOUNT_CALLS, ...ICONS_CALLS }

/** The calls of each route, by `routeName`. */
const CALLS = new Map(
  Object.values(CALL_GROUPS).flatMap(({ calls, host }) =>
    Object.entries(calls).map(([key, call]) => [routeName({ host, key }), call] as const),
  ),
)

interface RouteKey {
  readonly host: HostName
  readonly key: string
}

function routeName({ host, key }: RouteKey): string {
  return `${host}: ${key}`
}

/** @throws {Error} if no group has the route, which `test/bench/fuzz-routes.test.ts` finds first */
export function callsOf(host: HostName, key: string): RouteCalls {
  const calls = CALLS.get(routeName({ host, key }))
  if (calls === undefined) throw new Error(`no behaviour calls ${routeName({ host, key })}`)
  return calls
}

/** @returns what is wrong with the calls beside the routes that there are, one line for each fault */
export function coverageFaults(routes: readonly RouteKey[], groups: CallGroups): string[] {
  const there = new Set(routes.map(routeName))
  const callers = new Map<string, string[]>()
  for (const [group, { calls, host }] of Object.entries(groups)) {
    for (const key of Object.keys(calls)) {
      const route = routeName({ host, key })
      callers.set(route, [...(callers.get(route) ?? []), group])
    }
  }
  return [
    ...[...there].filter((route) => !callers.has(route)).map((route) => `no behaviour calls ${route}`),
    ...[...callers].flatMap(([route, by]) => [
      ...(there.has(route) ? [] : [`${by.join(' and ')} calls ${route}, which is gone`]),
      ...(by.length > 1 ? [`${by.join(' and ')} both call ${route}`] : []),
    ]),
  ]
}
