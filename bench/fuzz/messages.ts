import type { Deeds } from './attack.ts'
import type { HostName } from '../../src/config/env.ts'
import type { Surface } from './surface.ts'

/** What the process of an attacker is told when it starts. */
export interface AttackerOrders {
  readonly surface: Surface
  readonly seed: number
  /** Number of its first connection, and how far its numbers are apart. */
  readonly first: number
  readonly step: number
  /** It makes connections with numbers below this. */
  readonly end: number
  /** Names of behaviours; empty: all. */
  readonly only: readonly string[]
  /** Connections that may be open because they are held. */
  readonly openLimit: number
  /** Connections that may be open besides. */
  readonly activeLimit: number
  /** Number of its source addresses; 0: it has 127.0.0.1 alone. */
  readonly addresses: number
}

export interface BehaviourCount {
  connections: number
  requests: number
}

/** What a client saw that no server should do. */
export interface ClientFault {
  readonly number: number
  readonly behaviour: string
  readonly text: string
  readonly deeds?: Deeds
}

export interface AttackerCounts {
  connections: number
  requests: number
  answers: number
  receivedBytes: number
  /** Connections that did not come about. */
  refused: number
  /** Open now. */
  open: number
  readonly statuses: Record<string, number>
  readonly behaviours: Record<string, BehaviourCount>
  /** Proper requests without an answer. */
  hangCount: number
  /** Faults of all kinds. */
  faultCount: number
  /** The first of each kind. */
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
  | { readonly kind: 'recent'; readonly deeds: readonly Deeds[] }

export type ToAttacker =
  | { readonly kind: 'start'; readonly orders: AttackerOrders }
  | { readonly kind: 'stop' }
  | { readonly kind: 'tell recent' }

export interface BystanderLatencies {
  readonly requests: number
  readonly p50Ms: number
  readonly p99Ms: number
  readonly maxMs: number
}

export interface BystanderReport {
  /** Addresses whose answers are compared. */
  readonly compared: number
  readonly wrong: number
  readonly hangs: number
  /** Connections that ended in place of an answer. */
  readonly cut: number
  /** Answers 429 and 503 that tell to come again. */
  readonly busy: number
  /** The first faults. */
  readonly faults: readonly string[]
  readonly latencies: Readonly<Record<HostName, BystanderLatencies>>
}

export type FromBystander =
  { readonly kind: 'ready'; readonly compared: number } | { readonly kind: 'report'; readonly report: BystanderReport }

export type ToBystander =
  { readonly kind: 'start'; readonly surface: Surface } | { readonly kind: 'measure' } | { readonly kind: 'stop' }
