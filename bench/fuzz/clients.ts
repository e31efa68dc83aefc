import { fork, type ChildProcess } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { end } from '../load/service.ts'
import { nextMessage } from '../next-message.ts'
import type { Deeds } from './attack.ts'
import type {
  AttackerCounts,
  AttackerOrders,
  BystanderReport,
  FromAttacker,
  FromBystander,
  ToAttacker,
  ToBystander,
} from './messages.ts'
import type { Pinning } from './pinning.ts'
import type { Surface } from './surface.ts'

export interface Attacker {
  /** What the attacker last told, half a second ago at most; null: it has told nothing yet. */
  readonly counts: AttackerCounts | null
  readonly done: boolean
  /** Ends its connections. */
  stop(): void
  /** Its last connections. */
  recent(): Promise<readonly Deeds[]>
  close(): Promise<void>
}

export function startAttacker(pinning: Pinning, orders: AttackerOrders): Attacker {
  const child = forkChild('attacker-child.ts', pinning)
  const tell = (message: ToAttacker): void => void child.send(message)
  let counts: AttackerCounts | null = null
  let done = false
  let onRecent: (deeds: readonly Deeds[]) => void = () => undefined
  child.on('message', (message: FromAttacker) => {
    if (message.kind === 'recent') {
      onRecent(message.deeds)
      return
    }
    counts = message.counts
    done = message.done
  })
  tell({ kind: 'start', orders })
  return {
    get counts() {
      return counts
    },
    get done() {
      return done || child.exitCode !== null || child.signalCode !== null
    },
    stop: () => tell({ kind: 'stop' }),
    recent: () =>
      new Promise((resolve) => {
        onRecent = resolve
        tell({ kind: 'tell recent' })
      }),
    close: () => end(child, () => child.disconnect()),
  }
}

export interface Bystander {
  /** Addresses whose answers it compares. */
  readonly compared: number
  /** Latencies count from now on. */
  measure(): void
  stop(): Promise<BystanderReport>
}

/** Resolves when it knows what is answered while nothing happens, and goes on asking. */
export async function startBystander(pinning: Pinning, surface: Surface): Promise<Bystander> {
  const child = forkChild('bystander-child.ts', pinning)
  const tell = (message: ToBystander): void => void child.send(message)
  tell({ kind: 'start', surface })
  const ready = (await nextMessage(child)) as Extract<FromBystander, { readonly kind: 'ready' }>
  return {
    compared: ready.compared,
    measure: () => tell({ kind: 'measure' }),
    async stop() {
      tell({ kind: 'stop' })
      const { report } = (await nextMessage(child)) as Extract<FromBystander, { readonly kind: 'report' }>
      await end(child, () => child.disconnect())
      return report
    },
  }
}

function forkChild(name: string, pinning: Pinning): ChildProcess {
  const child = fork(fileURLToPath(new URL(name, import.meta.url)))
  pinning.clients(child.pid ?? 0)
  return child
}
