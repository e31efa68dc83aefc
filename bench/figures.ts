import type { Chart } from './chart.ts'
import { median } from './timing.ts'

/** One number that a question finds, with what each of its rounds found. */
export interface Figure {
  /** What was measured, for people. No two figures of a question have the same. */
  readonly name: string
  /** As it is written after the value; `×` for ratios, `''` for parts of one. */
  readonly unit: string
  /** The median of the rounds. */
  readonly value: number
  readonly betterIs: 'higher' | 'lower'
  readonly rounds: readonly number[]
  /** A ratio of the same question that holds the same thing against a peer of the same run, and is judged in its place. */
  readonly judgedBy?: string
  /** The same in every run of the same code on the same data, so that the least change counts. */
  readonly exact?: true
  /** Of a peer: recorded, but whether it becomes slower is not this project's matter. */
  readonly peer?: true
  /** Whether it stands in the summary. */
  readonly inSummary?: true
}

/** What a question answers. */
export interface QuestionResult {
  /** Markdown for people, with a title of the first level. */
  readonly report: string
  readonly figures: readonly Figure[]
  readonly charts: readonly Chart[]
}

type More = Pick<Figure, 'judgedBy' | 'exact' | 'peer' | 'inSummary'>

/** @throws {Error} when a round has no number, or there is no round. */
export function figure(
  name: string,
  unit: string,
  betterIs: Figure['betterIs'],
  rounds: readonly number[],
  more: More = {},
): Figure {
  const value = median(rounds)
  if (!rounds.every(Number.isFinite) || !Number.isFinite(value)) throw new Error(`${name}: no number in every round`)
  return { name, unit, value, betterIs, rounds, ...more }
}

/** How many times one thing is another, round by round, so that what makes a whole round slow is not in it. */
export function ratio(name: string, over: readonly number[], under: readonly number[], more: More = {}): Figure {
  const rounds = over.map((value, round) => value / (under[round] ?? Number.NaN))
  return figure(name, '×', 'higher', rounds, more)
}

/**
 * A rate with its latencies, as most loads have them: `<name>, requests/s`, `<name>, p50`, `<name>, p99`.
 *
 * @param more `judgedBy`: a ratio that judges the rate, and with it the p50, which at saturation says the same.
 */
export function loadFigures(
  name: string,
  rounds: readonly { readonly requestsPerSecond: number; readonly p50Ms: number; readonly p99Ms: number }[],
  { judgedBy, ...more }: More = {},
): Figure[] {
  const judged = judgedBy === undefined ? more : { ...more, judgedBy }
  return [
    figure(`${name}, requests/s`, '/s', 'higher', valuesOf(rounds, 'requestsPerSecond'), judged),
    figure(`${name}, p50`, 'ms', 'lower', valuesOf(rounds, 'p50Ms'), judged),
    figure(`${name}, p99`, 'ms', 'lower', valuesOf(rounds, 'p99Ms'), more),
  ]
}

/** One field of every round. */
export function valuesOf<Name extends string>(rounds: readonly Readonly<Record<Name, number>>[], name: Name): number[] {
  return rounds.map((round) => round[name])
}
