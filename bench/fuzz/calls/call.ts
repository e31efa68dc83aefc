import type { HostName } from '../../../src/config/env.ts'
import type { Found } from '../found.ts'
import type { Random } from '../random.ts'
import type { Target } from '../surface.ts'

/** The request of a route, before it is written. */
export interface Call {
  /** Path and query, as sent. */
  readonly path: string
  /** Header fields beside the type and the length of the body. */
  readonly fields?: readonly string[]
  readonly body?: CallBody
}

export type CallBody =
  | { readonly kind: 'form'; readonly members: Readonly<Record<string, string>> }
  | { readonly kind: 'json'; readonly value: unknown }
  | { readonly kind: 'text'; readonly text: string; readonly type: string }

/** What a call is made from. It depends only on the random choices and on what the service was found to hold. */
export interface Ask {
  readonly random: Random
  readonly found: Found
  readonly target: Target
}

export type MakeCall = (ask: Ask) => Call

/** The calls of one route. Wrong calls are made from ordinary ones, see `spoilCall`. */
export interface RouteCalls {
  /** A call as readers, their browsers or programs send it. */
  readonly ordinary: MakeCall
  /** The correct call that costs the service most. Default: an ordinary call. */
  readonly costly?: MakeCall
  /** More wrong calls. */
  readonly wrong?: MakeCall
}

/** Calls of routes of one host that one behaviour makes, by `Target.key`. */
export interface CallGroup {
  readonly host: HostName
  readonly weight: number
  readonly calls: Readonly<Record<string, RouteCalls>>
}

export type CallGroups = Readonly<Record<string, CallGroup>>

/** One of the paths of the route, as it is. A prefix ends in its star. */
export function anyPath({ random, target }: Ask): string {
  return random.pick(target.paths)
}

/** One of the paths of a prefix, with this in place of its star. */
export function below(ask: Ask, rest: string): string {
  return anyPath(ask).replace('*', rest)
}

/** @returns a value of the list, or a name that does not exist where the service has none */
export function oneOf({ random }: Ask, list: readonly string[]): string {
  return list.length > 0 ? random.pick(list) : 'none'
}

export function repeated<T>(length: number, make: () => T): T[] {
  return Array.from({ length }, make)
}

/** @returns words of the content */
export function someWords({ found, random }: Pick<Ask, 'found' | 'random'>, least: number, most: number): string {
  return Array.from({ length: random.between(least, most) }, () => random.pick(found.words)).join(' ')
}

/** @returns words of the content up to the longest query, which is in no cache */
export function longQuery(ask: Pick<Ask, 'found' | 'random'>): string {
  return someWords(ask, 40, 40).slice(0, LONGEST_QUERY_CHARS)
}

const LONGEST_QUERY_CHARS = 200
