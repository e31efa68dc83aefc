import { parseArgs } from 'node:util'
import { UsageError } from '../options.ts'
import { BEHAVIOUR_NAMES } from './behaviours.ts'
import { CALLERS } from './callers.ts'

export interface FuzzOptions {
  /** The run ends after this many connections, or after this time. */
  readonly connections: number
  readonly minutes: number
  readonly seed: number
  /** Number of the first connection. A connection depends only on the seed and its number. */
  readonly first: number
  /** Names of behaviours; an empty list allows all. */
  readonly only: readonly string[]
  /** Number of attacking processes. */
  readonly attackers: number
  /** Limits over all attackers: connections that are held, and other connections. */
  readonly open: number
  readonly active: number
  /** Source addresses of each attacker. With 0 they use 127.0.0.1 alone. */
  readonly addresses: number
  /** Cores of the service as `taskset` writes them, or `all`. With null it has the first half. */
  readonly cores: string | null
  /** Time in which the service frees what connections leave behind. */
  readonly settleMs: number
  /** Length of each of the calm phases, before and after the attack. With 0, latencies are not judged. */
  readonly calmMs: number
  /** Whether one behaviour is alone, and goes on with its costliest calls. */
  readonly targeted: boolean
  /** Environment of the service. */
  readonly env: Readonly<Record<string, string>>
}

/** Attacks by one behaviour at a time. */
export interface AttackPlan {
  readonly behaviours: readonly string[]
  /** Numbers of connections, each for an attack of its own. */
  readonly connections: readonly number[]
  readonly seconds: number
  /** Default of `--addresses`: somebody alone. */
  readonly addresses: number
}

export interface FuzzCommand {
  readonly options: FuzzOptions
  /** Whether the report is written to `bench/results/fuzz.md`. */
  readonly save: boolean
  /** Null: all behaviours run together. */
  readonly plan: AttackPlan | null
  /** Whether each group of routes is attacked alone after that. Who looks at some behaviours or connections has no need of it. */
  readonly sweeps: boolean
}

/** The attacks after a run: every group of routes, somewhat more connections than a browser opens, from one address. */
export const SWEEP: AttackPlan = { behaviours: Object.keys(CALLERS), connections: [8], seconds: 4, addresses: 1 }

/** Bounds of one attack. */
const PLAN_CONNECTIONS_LIMIT = 256
const PLAN_SECONDS_LIMIT = 60
const PLAN_DEFAULTS = { connections: '1,8,64', seconds: 20, addresses: 1 }

export const DEFAULTS: FuzzOptions = {
  connections: 20_000,
  minutes: 10,
  seed: 1,
  first: 0,
  only: [],
  attackers: 1,
  open: 3000,
  active: 100,
  addresses: 4096,
  cores: null,
  settleMs: 8000,
  calmMs: 3000,
  targeted: false,
  env: {},
}

/** @throws {UsageError} */
export function parseFuzzCommand(args: readonly string[]): FuzzCommand {
  const { values } = parse(args)
  const plan = values.attack === undefined ? null : planOf(values.attack, values.connections, values.seconds)
  if (plan === null && values.seconds !== undefined) throw new UsageError('--seconds needs --attack')
  if (plan !== null && values.only !== undefined) throw new UsageError('--attack and --only exclude each other')
  return {
    save: values.save ?? false,
    plan,
    sweeps: plan === null && values.only === undefined && values.first === undefined,
    options: {
      ...DEFAULTS,
      connections: plan === null ? number('connections', values.connections ?? DEFAULTS.connections, 1) : 1,
      minutes: number('minutes', values.minutes ?? DEFAULTS.minutes, 0.01),
      seed: number('seed', values.seed ?? DEFAULTS.seed, 0),
      first: number('first', values.first ?? DEFAULTS.first, 0),
      only: names(values.only ?? ''),
      attackers: number('attackers', values.attackers ?? DEFAULTS.attackers, 1),
      open: number('open', values.open ?? DEFAULTS.open, 1),
      active: number('active', values.active ?? DEFAULTS.active, 1),
      addresses: number('addresses', values.addresses ?? (plan ?? DEFAULTS).addresses, 0),
      cores: values.cores ?? null,
      env: Object.fromEntries((values.env ?? []).map((pair) => pair.split(/=(.*)/s).slice(0, 2) as [string, string])),
    },
  }
}

function planOf(
  attack: string,
  connections = PLAN_DEFAULTS.connections,
  seconds: string | number = PLAN_DEFAULTS.seconds,
): AttackPlan {
  return {
    behaviours: attack === 'all' ? BEHAVIOUR_NAMES : names(attack),
    connections: list(connections).map((each) => number('connections', each, 1, PLAN_CONNECTIONS_LIMIT)),
    seconds: number('seconds', seconds, 1, PLAN_SECONDS_LIMIT),
    addresses: PLAN_DEFAULTS.addresses,
  }
}

function names(text: string): readonly string[] {
  const unknown = list(text).find((name) => !BEHAVIOUR_NAMES.includes(name))
  if (unknown !== undefined) throw new UsageError(`unknown behaviour: ${unknown}`)
  return list(text)
}

function list(text: string): string[] {
  return text.split(',').filter((item) => item !== '')
}

function number(name: string, value: string | number, least: number, most = Number.POSITIVE_INFINITY): number {
  const result = Number(value)
  if (result >= least && result <= most) return result
  const bounds = most === Number.POSITIVE_INFINITY ? `of ${least} or more` : `from ${least} to ${most}`
  throw new UsageError(`--${name} must be a number ${bounds}`)
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: {
        connections: { type: 'string' },
        minutes: { type: 'string' },
        seed: { type: 'string' },
        first: { type: 'string' },
        only: { type: 'string' },
        attackers: { type: 'string' },
        open: { type: 'string' },
        active: { type: 'string' },
        addresses: { type: 'string' },
        cores: { type: 'string' },
        env: { type: 'string', multiple: true },
        attack: { type: 'string' },
        seconds: { type: 'string' },
        save: { type: 'boolean' },
      },
    })
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error))
  }
}
