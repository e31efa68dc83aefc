import { createParameterParser } from './parameters.ts'
import type { ParameterResult, Parameters } from './parameters.ts'
import { createRepresentation } from './representation.ts'
import type { Representation } from './representation.ts'
import type { HeaderLines } from './header-block.ts'
import type { Reply } from './reply.ts'
import { isPrefix } from './route.ts'
import type { Route } from './route.ts'

/** A route made ready: its fixed reply finished, or its parser built. */
export type CompiledRoute = FixedRoute | CalledRoute

interface FixedRoute {
  readonly route: Route
  readonly fixed: Representation
}

export interface CalledRoute {
  readonly route: Route
  readonly fixed: null
  readonly parse: (rawQuery: string) => ParameterResult<Parameters>
  readonly call: Exclude<Route['answer'], Reply>
}

export interface RouteTable {
  readonly exact: ReadonlyMap<string, CompiledRoute>
  /** The route of a path: the exact one, else the first prefix that covers it. */
  match(path: string): CompiledRoute | null
}

/** @throws {TypeError} when two routes have the same path. */
export function compileRoutes(routes: readonly Route[], common: HeaderLines): RouteTable {
  const exact = new Map<string, CompiledRoute>()
  const prefixes: { readonly start: string; readonly compiled: CompiledRoute }[] = []
  const seen = new Set<string>()
  for (const route of routes) {
    if (seen.has(route.path)) throw new TypeError(`two routes have the path ${route.path}`)
    seen.add(route.path)
    const compiled = compileRoute(route, common)
    if (isPrefix(route.path)) prefixes.push({ start: route.path.slice(0, -1), compiled })
    else exact.set(route.path, compiled)
  }
  return {
    exact,
    match: (path) => exact.get(path) ?? prefixes.find(({ start }) => path.startsWith(start))?.compiled ?? null,
  }
}

export function compileRoute(route: Route, common: HeaderLines): CompiledRoute {
  const { answer } = route
  return typeof answer === 'function'
    ? { route, fixed: null, parse: createParameterParser(route.parameters ?? {}), call: answer }
    : { route, fixed: createRepresentation(answer, common) }
}
