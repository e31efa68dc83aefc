import type { Figure } from './figures.ts'
import type { Machine } from './machine.ts'
import type { AnsweredQuestion, SavedRun } from './saved-run.ts'
import { median } from './timing.ts'

/**
 * The rule of comparison. Every figure has a spread in each run, by its rounds. The spread is the median absolute
 * deviation, scaled to a standard deviation, as a share of the median. Few rounds can agree by chance, and a single round
 * has no spread. Therefore no spread counts as smaller than the usual one, which is the median over all figures of the same
 * question and run. A figure has become slower, or faster, if both of these hold:
 *
 * - Its medians differ by more than `SPREADS` times the combined spread (the root of the sum of the squares).
 * - They differ by more than `LEAST_CHANGE`.
 *
 * Changes are logarithms of ratios, so that half as fast counts as much as twice as fast.
 *
 * Figures of peers are not judged. A figure with a ratio to a peer of the same run is judged by that ratio. What the
 * machine does to both cancels out in it. Between different machines only ratios and exact figures are judged. An exact
 * figure counts from the third decimal on.
 */
const SPREADS = 3
const LEAST_CHANGE = Math.log(1.03)
/** Half of a unit in the third decimal. */
const LEAST_EXACT_CHANGE = 0.0005
/** Spread that is assumed if a question measured no figure twice. */
const UNKNOWN_SPREAD = 0.05
/** Ratio of the median absolute deviation to the standard deviation, for normally distributed values. */
const NORMAL_PART = 0.6745
/** Corrections for few values, from two on, where the deviation is too small (Croux and Rousseeuw, 1992). */
const FEW_VALUES = [1.196, 1.495, 1.363, 1.206, 1.2, 1.14, 1.129, 1.107]

export interface Change {
  readonly question: string
  readonly name: string
  readonly unit: string
  readonly before: number
  readonly after: number
  /** Logarithm of the change, above 0 if the figure is worse. For an exact figure it is the difference. */
  readonly worse: number
  /** Change that noise alone can cause. */
  readonly noise: number
}

export interface Comparison {
  readonly slower: readonly Change[]
  readonly faster: readonly Change[]
  /** Number of figures that were judged and have not changed. */
  readonly same: number
  /** Number of figures that a ratio judges, or that cannot be judged. */
  readonly unjudged: number
  /** Figures that only one of the runs has, as `question: figure`. */
  readonly missing: readonly string[]
  readonly added: readonly string[]
  /** Reasons why the comparison is incomplete. */
  readonly warnings: readonly string[]
}

/** @param questions Questions to compare. Default: all of the saved run. */
export function compareRuns(before: SavedRun, after: SavedRun, questions?: readonly string[]): Comparison {
  const asked = questions ?? before.questions.map(({ name }) => name)
  const parts = asked.map((name) => {
    const older = findAnswer(before, name)
    const newer = findAnswer(after, name)
    if (older !== undefined && newer !== undefined) return compareQuestions(older, newer)
    if (older === undefined && newer === undefined) return NOTHING
    return { ...NOTHING, warnings: [`${name}: ${older === undefined ? 'the saved run' : 'this run'} has no answer`] }
  })
  return {
    slower: parts.flatMap((part) => part.slower).sort((a, b) => b.worse - a.worse),
    faster: parts.flatMap((part) => part.faster).sort((a, b) => a.worse - b.worse),
    same: parts.reduce((sum, part) => sum + part.same, 0),
    unjudged: parts.reduce((sum, part) => sum + part.unjudged, 0),
    missing: parts.flatMap((part) => part.missing),
    added: parts.flatMap((part) => part.added),
    warnings: [...new Set(parts.flatMap((part) => part.warnings))],
  }
}

const NOTHING: Comparison = { slower: [], faster: [], same: 0, unjudged: 0, missing: [], added: [], warnings: [] }

function findAnswer(run: SavedRun, name: string): AnsweredQuestion | undefined {
  return run.questions.filter((question) => question.state === 'answered').find((question) => question.name === name)
}

function compareQuestions(before: AnsweredQuestion, after: AnsweredQuestion): Comparison {
  const question = before.name
  const otherMachine = describeDifference(before.machine, after.machine)
  const usual = { before: usualSpread(before.figures), after: usualSpread(after.figures) }
  const slower: Change[] = []
  const faster: Change[] = []
  let same = 0
  let unjudged = 0
  for (const older of before.figures) {
    const newer = after.figures.find(({ name }) => name === older.name)
    if (newer === undefined) continue
    const elsewhere = newer.peer === true || after.figures.some(({ name }) => name === newer.judgedBy)
    const comparable = otherMachine === null || newer.unit === '×' || newer.exact === true
    const change = elsewhere || !comparable ? null : changeOf(question, older, newer, usual)
    if (change === null) unjudged++
    else if (change.worse > change.noise) slower.push(change)
    else if (change.worse < -change.noise) faster.push(change)
    else same++
  }
  const namesOf = (figures: readonly Figure[], others: readonly Figure[]): string[] =>
    figures.filter(({ name }) => others.every((other) => other.name !== name)).map(({ name }) => `${question}: ${name}`)
  return {
    slower,
    faster,
    same,
    unjudged,
    missing: namesOf(before.figures, after.figures),
    added: namesOf(after.figures, before.figures),
    warnings: [
      ...(otherMachine === null ? [] : [`another machine (${otherMachine}): only ratios are judged`]),
      ...(before.quick === after.quick ? [] : [`${question}: one run is quick, the other is not`]),
    ],
  }
}

/** @returns null if the values cannot be compared, because a logarithm needs positive numbers */
function changeOf(
  question: string,
  before: Figure,
  after: Figure,
  usual: { readonly before: number; readonly after: number },
): Change | null {
  const common = { question, name: after.name, unit: after.unit, before: before.value, after: after.value }
  const sign = after.betterIs === 'lower' ? 1 : -1
  if (after.exact === true) return { ...common, worse: sign * (after.value - before.value), noise: LEAST_EXACT_CHANGE }
  if (before.value <= 0 || after.value <= 0) return null
  const older = Math.max(usual.before, spreadOf(before.rounds) ?? 0)
  const newer = Math.max(usual.after, spreadOf(after.rounds) ?? 0)
  const change = sign * Math.log(after.value / before.value)
  return { ...common, worse: change, noise: Math.max(LEAST_CHANGE, SPREADS * Math.hypot(older, newer)) }
}

function usualSpread(figures: readonly Figure[]): number {
  const spreads = figures.filter(({ exact }) => exact !== true).map(({ rounds }) => spreadOf(rounds) ?? Number.NaN)
  const known = spreads.filter(Number.isFinite)
  return known.length === 0 ? UNKNOWN_SPREAD : median(known)
}

/** @returns the standard deviation of the rounds as a share of their median, or null if they have none */
export function spreadOf(rounds: readonly number[]): number | null {
  const middle = median(rounds)
  if (rounds.length < 2 || middle <= 0) return null
  const deviation = median(rounds.map((value) => Math.abs(value - middle)))
  const few = FEW_VALUES[rounds.length - 2] ?? rounds.length / (rounds.length - 0.8)
  return (deviation * few) / NORMAL_PART / middle
}

function describeDifference(before: Machine, after: Machine): string | null {
  const names = ['cpu', 'cores', 'memoryGiB', 'node'] as const
  const different = names.filter((name) => before[name] !== after[name])
  return different.length === 0 ? null : different.map((name) => `${before[name]}, now ${after[name]}`).join('; ')
}
