import type { Attack } from './attack.ts'

/** Behaviour of a client on one connection. */
export interface Behaviour {
  /** Relative frequency of this behaviour. */
  readonly weight: number
  /** Whether it holds its connection for seconds. Many such connections are open at a time. */
  readonly slow?: true
  /** The only host that it attacks. Default: all. */
  readonly only?: 'docs' | 'account' | 'icons'
  readonly run: (attack: Attack) => Promise<void>
}

export type Behaviours = Readonly<Record<string, Behaviour>>
