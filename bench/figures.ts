import type { Chart } from './chart.ts'
import { median } from './timing.ts'

/** A number that a question finds, and its value in each round. */
export interface Figure {
  /** Name of the measurement for readers, unique within a question. */
  readonly name: string
  /** Unit that follows the value: `×` for ratios, `''` for shares. */
  readonly unit: string
  /** Median of the rounds. */
  readonly value: number
  readonly betterIs: 'higher' | 'lower'
  readonly rounds: readonly number[]
  /** Name of a ratio that is judged instead: the same measurement divided by that of a peer in the same run. */
  readonly judgedBy?: string
  /** Whether every run of the same code on the same data gives the same value, so that the smallest change counts. */
  readonly exact?: true
  /** Whether the figure is of a peer. It is recorded but not judged. */
  readonly peer?: true
  /** Whether the figure is part of the summary. */
  readonly inSummary?: true
}

/** Answer to a question. */
export interface QuestionResult {
  /** Report in Markdown, with a heading of the first level. */
  readonly report: string
  readonly figures: readonly Figure[]
  readonly charts: readonly Chart[]
}

type More = Pick<Figure, 'judgedBy' | 'exact' | 'peer' | 'inSummary'>

/** @throws {Error} if there is no round, or a round without a finite number */
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

/** Divides two measurements round by round, which cancels out what makes a whole round slow. */
export function ratio(name: string, over: readonly number[], under: readonly number[], more: More = {}): Figure {
  const rounds = over.map((value, round) => value / (under[round] ?? Number.NaN))
  return figure(name, '×', 'higher', rounds, more)
}

/**
 * The figures of a load: `<name>, requests/s`, `<name>, p50` and `<name>, p99`.
 *
 * @param more `judgedBy` names a ratio that judges the rate and the p50, which has the same meaning at saturation.
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

/** @returns one field of every round */
export function valuesOf<Name extends string>(rounds: readonly Readonly<Record<Name, number>>[], name: Name): number[] {
  return rounds.map((round) => round[name])
}
