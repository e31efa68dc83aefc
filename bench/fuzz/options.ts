import { parseArgs } from 'node:util'
import { UsageError } from '../options.ts'
import { BEHAVIOUR_NAMES } from './behaviours.ts'

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
  /** Environment of the service. */
  readonly env: Readonly<Record<string, string>>
}

export interface FuzzCommand {
  readonly options: FuzzOptions
  /** Whether the report is written to `bench/results/fuzz.md`. */
  readonly save: boolean
  /** Seconds for each behaviour when they run one at a time, or null if they run together. */
  readonly eachSeconds: number | null
}

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
  env: {},
}

/** @throws {UsageError} */
export function parseFuzzCommand(args: readonly string[]): FuzzCommand {
  const { values } = parse(args)
  const only = (values.only ?? '').split(',').filter((name) => name !== '')
  for (const name of only) {
    if (!BEHAVIOUR_NAMES.includes(name)) throw new UsageError(`unknown behaviour: ${name}`)
  }
  return {
    save: values.save ?? false,
    eachSeconds: values.each === undefined ? null : number('each', values.each, 1),
    options: {
      connections: number('connections', values.connections ?? DEFAULTS.connections, 1),
      minutes: number('minutes', values.minutes ?? DEFAULTS.minutes, 0.01),
      seed: number('seed', values.seed ?? DEFAULTS.seed, 0),
      first: number('first', values.first ?? DEFAULTS.first, 0),
      only,
      attackers: number('attackers', values.attackers ?? DEFAULTS.attackers, 1),
      open: number('open', values.open ?? DEFAULTS.open, 1),
      active: number('active', values.active ?? DEFAULTS.active, 1),
      addresses: number('addresses', values.addresses ?? DEFAULTS.addresses, 0),
      cores: values.cores ?? null,
      settleMs: DEFAULTS.settleMs,
      env: Object.fromEntries((values.env ?? []).map((pair) => pair.split(/=(.*)/s).slice(0, 2) as [string, string])),
    },
  }
}

function number(name: string, value: string | number, least: number): number {
  const result = Number(value)
  if (!(result >= least)) throw new UsageError(`--${name} must be a number of ${least} or more`)
  return result
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
        each: { type: 'string' },
        save: { type: 'boolean' },
      },
    })
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error))
  }
}
