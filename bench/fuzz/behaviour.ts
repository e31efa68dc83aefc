import type { Attack } from './attack.ts'

/** What a client does on one connection. */
export interface Behaviour {
  /** How often it is chosen, beside the others. */
  readonly weight: number
  /** Whether it holds its connection for seconds: of those many are open at a time. */
  readonly slow?: true
  /** Hosts that it is for. Default: all. */
  readonly only?: 'docs' | 'account' | 'icons'
  readonly run: (attack: Attack) => Promise<void>
}

export type Behaviours = Readonly<Record<string, Behaviour>>
