import { fork, type ChildProcess } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { end } from '../load/service.ts'
import { nextMessage } from '../next-message.ts'
import type { Trace } from './attack.ts'
import type {
  AttackerCounts,
  AttackerOrders,
  BystanderReport,
  FromAttacker,
  FromBystander,
  FromStopwatch,
  ToAttacker,
  ToBystander,
  ToStopwatch,
} from './messages.ts'
import type { Phase } from './latency.ts'
import type { Pinning } from './pinning.ts'
import type { Surface } from './surface.ts'

export interface Attacker {
  /** The last counts from the attacker, at most half a second old, or null before the first ones. */
  readonly counts: AttackerCounts | null
  readonly done: boolean
  /** Ends all connections of the attacker. */
  stop(): void
  /** @returns its last connections */
  recent(): Promise<readonly Trace[]>
  close(): Promise<void>
}

export function startAttacker(pinning: Pinning, orders: AttackerOrders): Attacker {
  const child = forkChild('attacker-child.ts', pinning)
  const send = (message: ToAttacker): void => void child.send(message)
  let counts: AttackerCounts | null = null
  let done = false
  let onRecent: (traces: readonly Trace[]) => void = () => undefined
  child.on('message', (message: FromAttacker) => {
    if (message.kind === 'recent') {
      onRecent(message.traces)
      return
    }
    counts = message.counts
    done = message.done
  })
  send({ kind: 'start', orders })
  return {
    get counts() {
      return counts
    },
    get done() {
      return done || child.exitCode !== null || child.signalCode !== null
    },
    stop: () => send({ kind: 'stop' }),
    recent: () =>
      new Promise((resolve) => {
        onRecent = resolve
        send({ kind: 'recent' })
      }),
    close: () => end(child, () => child.disconnect()),
  }
}

export interface Bystander {
  /** Number of addresses whose answers it compares. */
  readonly compared: number
  /** Starts the record of latencies. */
  measure(): void
  stop(): Promise<BystanderReport>
}

/** Starts a bystander. Resolves when it has learned the answers of an idle service; it then continues to send requests. */
export async function startBystander(pinning: Pinning, surface: Surface): Promise<Bystander> {
  const child = forkChild('bystander-child.ts', pinning)
  const send = (message: ToBystander): void => void child.send(message)
  send({ kind: 'start', surface })
  const ready = (await nextMessage(child)) as Extract<FromBystander, { readonly kind: 'ready' }>
  return {
    compared: ready.compared,
    measure: () => send({ kind: 'measure' }),
    async stop() {
      send({ kind: 'stop' })
      const { report } = (await nextMessage(child)) as Extract<FromBystander, { readonly kind: 'report' }>
      await end(child, () => child.disconnect())
      return report
    },
  }
}

/** A bystander that only measures how long short requests take, phase by phase. */
export interface Stopwatch {
  /** Ends a phase and begins the next one. @returns what it measured in the phase that ended */
  lap(): Promise<Phase>
  /** Measures a phase of this length. */
  measure(ms: number): Promise<Phase>
  close(): Promise<void>
}

export function startStopwatch(pinning: Pinning, surface: Surface): Stopwatch {
  const child = forkChild('stopwatch-child.ts', pinning)
  const send = (message: ToStopwatch): void => void child.send(message)
  send({ kind: 'start', surface })
  async function lap(): Promise<Phase> {
    send({ kind: 'lap' })
    const { phase } = (await nextMessage(child)) as FromStopwatch
    return phase
  }
  return {
    lap,
    async measure(ms) {
      await lap()
      await sleep(ms)
      return lap()
    },
    close: () => end(child, () => child.disconnect()),
  }
}

function forkChild(name: string, pinning: Pinning): ChildProcess {
  const child = fork(fileURLToPath(new URL(name, import.meta.url)))
  pinning.clients(child.pid ?? 0)
  return child
}
