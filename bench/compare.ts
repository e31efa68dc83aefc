import type { Figure } from './figures.ts'
import type { Machine } from './machine.ts'
import type { AnsweredQuestion, SavedRun } from './saved-run.ts'
import { median } from './timing.ts'

/**
 * The rule. Of every figure the spread of its rounds is measured in both runs: the median absolute deviation, scaled to
 * what a standard deviation would be, as a part of the median. Few rounds can agree by chance and a single one has no
 * spread, so none is taken to be smaller than the usual one (the median) of all figures of its question and run. A figure
 * has become slower, or faster, when its medians differ by more than `SPREADS` times both spreads together (the root of
 * the sum of their squares), and by more than `LEAST_CHANGE`. Changes are logarithms of ratios, so that half as fast is
 * as much as twice as fast.
 *
 * Not judged are figures of peers, figures with a ratio to a peer of the same run (the ratio is judged: what the machine
 * does to both is not in it), and on another machine all but ratios. An exact figure counts from the third decimal on.
 */
const SPREADS = 3
const LEAST_CHANGE = Math.log(1.03)
/** Half of the third decimal. */
const LEAST_EXACT_CHANGE = 0.0005
/** Taken for figures of a question in which nothing was measured twice. */
const UNKNOWN_SPREAD = 0.05
/** Of normally distributed values the median absolute deviation is this part of the standard deviation. */
const NORMAL_PART = 0.6745
/** By how much more it underestimates that of few values (Croux and Rousseeuw, 1992), from two values on. */
const FEW_VALUES = [1.196, 1.495, 1.363, 1.206, 1.2, 1.14, 1.129, 1.107]

export interface Change {
  readonly question: string
  readonly name: string
  readonly unit: string
  readonly before: number
  readonly after: number
  /** Logarithm of how many times worse it is, below 0 where it is better; of an exact figure the difference. */
  readonly worse: number
  /** How far that may be off by noise. */
  readonly noise: number
}

export interface Comparison {
  readonly slower: readonly Change[]
  readonly faster: readonly Change[]
  /** Figures that were judged and found the same. */
  readonly same: number
  /** Figures that a ratio judges, or nothing can. */
  readonly unjudged: number
  /** `question: figure` that only one of the runs has. */
  readonly missing: readonly string[]
  readonly added: readonly string[]
  /** Why the comparison says less than it could. */
  readonly warnings: readonly string[]
}

/** @param questions Those to be compared; default: all of the saved run. */
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

/** Null where nothing can be said: a logarithm needs positive numbers. */
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

/** The standard deviation that the rounds suggest, as a part of their median; null where they suggest none. */
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
