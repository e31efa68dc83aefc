import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { z } from 'zod'
import type { QuestionResult } from './figures.ts'
import type { Machine } from './machine.ts'

/** A question with its answer, machine and commit, or the reason why there is no answer. */
export type SavedQuestion = AnsweredQuestion | UnansweredQuestion

export interface AnsweredQuestion extends QuestionResult {
  readonly name: string
  readonly state: 'answered'
  readonly machine: Machine
  readonly quick: boolean
  readonly seconds: number
}

export interface UnansweredQuestion {
  readonly name: string
  readonly state: 'left out' | 'failed'
  readonly reason: string
}

export interface SavedRun {
  readonly version: typeof VERSION
  readonly questions: readonly SavedQuestion[]
}

export const VERSION = 1

const machineSchema = z.object({
  cpu: z.string(),
  cores: z.number(),
  memoryGiB: z.number(),
  node: z.string(),
  commit: z.string(),
  date: z.string(),
})

const figureSchema = z.object({
  name: z.string(),
  unit: z.string(),
  value: z.number(),
  betterIs: z.enum(['higher', 'lower']),
  rounds: z.array(z.number()).min(1),
  judgedBy: z.string().exactOptional(),
  exact: z.literal(true).exactOptional(),
  peer: z.literal(true).exactOptional(),
  inSummary: z.literal(true).exactOptional(),
})

const axisSchema = z.object({ label: z.string(), scale: z.enum(['linear', 'log', 'percentile']) })
const chartSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('lines'),
    title: z.string(),
    note: z.string().exactOptional(),
    x: axisSchema,
    y: axisSchema,
    series: z.array(z.object({ name: z.string(), points: z.array(z.tuple([z.number(), z.number()])) })),
  }),
  z.object({
    kind: z.literal('bars'),
    title: z.string(),
    note: z.string().exactOptional(),
    unit: z.string(),
    scale: z.enum(['linear', 'log']),
    baseline: z.number().exactOptional(),
    groups: z.array(
      z.object({ label: z.string(), bars: z.array(z.object({ series: z.string(), value: z.number() })) }),
    ),
  }),
])

const questionSchema = z.discriminatedUnion('state', [
  z.object({
    name: z.string(),
    state: z.literal('answered'),
    machine: machineSchema,
    quick: z.boolean(),
    seconds: z.number(),
    report: z.string(),
    figures: z.array(figureSchema),
    charts: z.array(chartSchema),
  }),
  z.object({ name: z.string(), state: z.enum(['left out', 'failed']), reason: z.string() }),
])

const runSchema = z.object({ version: z.literal(VERSION), questions: z.array(questionSchema) })

/** @throws {Error} if the file is not a saved run */
export function readRun(file: string): SavedRun {
  const parsed = runSchema.safeParse(JSON.parse(readFileSync(file, 'utf8')))
  if (!parsed.success) throw new Error(`${file} is not a saved run: ${z.prettifyError(parsed.error)}`)
  return parsed.data
}

export function writeRun(file: string, run: SavedRun): void {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, `${JSON.stringify(run, roundNumber, 1)}\n`)
}

/** Joins two runs. Newer answers replace older ones. If a question has no new answer, the older one stays. */
export function mergeRuns(older: SavedRun, newer: SavedRun, order: readonly string[]): SavedRun {
  const questions = new Map<string, SavedQuestion>()
  for (const question of older.questions) questions.set(question.name, question)
  for (const question of newer.questions) {
    if (question.state === 'answered' || !questions.has(question.name)) questions.set(question.name, question)
  }
  const place = (name: string): number => (order.includes(name) ? order.indexOf(name) : order.length)
  return { version: VERSION, questions: [...questions.values()].sort((a, b) => place(a.name) - place(b.name)) }
}

/** Rounds numbers to six digits, which is more than the precision of any measurement. */
function roundNumber(_key: string, value: unknown): unknown {
  return typeof value === 'number' ? Number(value.toPrecision(6)) : value
}
