import type { Trace } from './attack.ts'
import type { HostName } from '../../src/config/env.ts'
import type { Phase } from './latency.ts'
import type { Surface } from './surface.ts'

/** Orders that an attacker's process receives when it starts. */
export interface AttackerOrders {
  readonly surface: Surface
  readonly seed: number
  /** Number of its first connection, and the distance between its numbers. */
  readonly first: number
  readonly step: number
  /** Exclusive limit of its connection numbers. */
  readonly end: number
  /** Names of behaviours; an empty list allows all. */
  readonly only: readonly string[]
  /** Limit of connections that are open because they are held. */
  readonly openLimit: number
  /** Limit of all other open connections. */
  readonly activeLimit: number
  /** Whether each connection goes on with the costliest calls of its behaviour. */
  readonly targeted: boolean
  /** Number of its source addresses. With 0 it uses 127.0.0.1 alone. */
  readonly addresses: number
}

export interface BehaviourCount {
  connections: number
  requests: number
}

/** Behaviour of the service that a client saw and no server should show. */
export interface ClientFault {
  readonly number: number
  readonly behaviour: string
  readonly text: string
  readonly trace?: Trace
}

export interface AttackerCounts {
  connections: number
  requests: number
  answers: number
  receivedBytes: number
  /** Connections that were not established. */
  refused: number
  /** Connections that are open now. */
  open: number
  readonly statuses: Record<string, number>
  readonly behaviours: Record<string, BehaviourCount>
  /** Valid requests without an answer. */
  hangCount: number
  /** Number of faults of all kinds. */
  faultCount: number
  /** The first faults of each kind. */
  readonly faults: ClientFault[]
}

export function noCounts(): AttackerCounts {
  return {
    connections: 0,
    requests: 0,
    answers: 0,
    receivedBytes: 0,
    refused: 0,
    open: 0,
    statuses: {},
    behaviours: {},
    hangCount: 0,
    faultCount: 0,
    faults: [],
  }
}

export type FromAttacker =
  | { readonly kind: 'counts'; readonly counts: AttackerCounts; readonly done: boolean }
  | { readonly kind: 'recent'; readonly traces: readonly Trace[] }

export type ToAttacker =
  | { readonly kind: 'start'; readonly orders: AttackerOrders }
  | { readonly kind: 'stop' }
  | { readonly kind: 'recent' }

export interface BystanderLatencies {
  readonly requests: number
  readonly p50Ms: number
  readonly p99Ms: number
  readonly maxMs: number
}

export interface BystanderReport {
  /** Number of addresses whose answers are compared. */
  readonly compared: number
  readonly wrong: number
  readonly hangs: number
  /** Connections that ended without an answer. */
  readonly cut: number
  /** Answers 429 and 503, which ask the client to retry. */
  readonly busy: number
  /** Descriptions of the first faults. */
  readonly faults: readonly string[]
  readonly latencies: Readonly<Record<HostName, BystanderLatencies>>
}

export type FromBystander =
  | { readonly kind: 'ready'; readonly compared: number }
  | { readonly kind: 'report'; readonly report: BystanderReport }

export type ToBystander =
  | { readonly kind: 'start'; readonly surface: Surface }
  | { readonly kind: 'measure' }
  | { readonly kind: 'stop' }

export type ToStopwatch = { readonly kind: 'start'; readonly surface: Surface } | { readonly kind: 'lap' }

export interface FromStopwatch {
  readonly phase: Phase
}
