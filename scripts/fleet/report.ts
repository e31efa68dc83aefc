// The report of the proof: a page with what was to be shown beside what was seen, and the same as data.
import type { Event, Failure } from './ledger.ts'
import type { Costs } from './measure.ts'
import type { ReadsResult } from './readers.ts'
import type { Choices } from './run.ts'
import type { Settled, WritesResult } from './writers.ts'

/** How many failures of a kind the page shows. */
const SHOWN = 20

export interface Proof {
  readonly choices: Choices
  readonly costs: readonly Costs[]
  readonly read: ReadsResult
  readonly written: WritesResult
  readonly settled: Settled
  /** How many publications a reader has seen. */
  readonly publications: number
  readonly events: readonly Event[]
  readonly startMs: number
  readonly unrecovered: readonly string[]
  readonly complaints: readonly string[]
}

interface Row {
  readonly claim: string
  readonly seen: string
  readonly holds: boolean
}

export function holds(proof: Proof): boolean {
  return rowsOf(proof).every((row) => row.holds)
}

function rowsOf({ read, settled, written, events, unrecovered }: Proof): readonly Row[] {
  const none = (claim: string, list: readonly unknown[], of: string): Row => ({
    claim,
    seen: `${list.length} of ${of}`,
    holds: list.length === 0,
  })
  return [
    none(
      'Failed reads, but those of killed connections',
      read.failed,
      `${count(read.answered)} answers; ${read.broken.length} connections broke`,
    ),
    none(
      'Answers older than the newest that the same reader had seen',
      read.older,
      `${count(read.answered)}, with ${count(read.steps)} steps forward`,
    ),
    none('Acknowledged writes that are lost', settled.lost, `${count(written.acknowledged)} in this time`),
    none('Writes that were done twice', settled.twice, count(written.acknowledged)),
    none('Acknowledged writes that their writer did not find at once', written.older, count(written.acknowledged)),
    none(
      'Calls that failed otherwise than by a 503 or a killed connection',
      written.failed,
      `${count(written.calls)}; ${count(written.refused)} got 503, ${written.broken.length} connections broke`,
    ),
    none('Faults from which they did not recover', unrecovered, String(events.length)),
  ]
}

export function pageOf(proof: Proof, machine: string): string {
  const { choices, costs, events, read, written, settled, complaints, unrecovered, publications } = proof
  const failures: readonly (readonly [string, readonly Failure[]])[] = [
    ['Failed reads', read.failed],
    ['Older answers', read.older],
    ['Reads of killed connections', read.broken],
    ['Failed calls', written.failed],
    ['Writes not found at once', written.older],
    ['Calls of killed connections', written.broken],
  ]
  return [
    '# Five nodes, one content',
    '',
    `\`npm run fleet -- --minutes ${choices.minutes} --generations ${choices.generations}\`, ${machine}. Five Signposts in network`,
    'namespaces behind HAProxy by its kit, a Redis Cluster of six, PostgreSQL with a synchronous standby under Patroni. Ten',
    'readers name the newest content that they have seen; three agents write by MCP with tokens of OAuth.',
    '',
    ...table(
      ['To show', 'Seen', ''],
      rowsOf(proof).map((row) => [row.claim, row.seen, row.holds ? 'holds' : '**does not hold**']),
    ),
    '',
    `Readers have seen ${publications - 1} of ${choices.generations} publications, and all nodes served the last.`,
    `${count(read.refused)} reads met a node that was older than what their reader had seen, and were asked to come again; the longest`,
    `of them waited ${Math.round(read.longestWaitMs)} ms. The slowest answer to a read took ${Math.round(read.slowestMs)} ms, the slowest call ${Math.round(written.slowestMs)} ms. ${written.renewed} refreshes went through.`,
    `${settled.unanswered} writes are there whose answer was lost.`,
    '',
    '## Processor time of all Signposts',
    '',
    ...table(
      ['Nodes', 'A read', 'A call of a tool', 'Idle, a second'],
      costs.map(({ nodes, readMs, reads, callMs, calls, idleMs }) => [
        String(nodes),
        `${readMs.toFixed(2)} ms (${count(reads)})`,
        `${callMs.toFixed(2)} ms (${count(calls)})`,
        `${idleMs.toFixed(1)} ms`,
      ]),
    ),
    '',
    growth(costs),
    '',
    '## What was done to them',
    '',
    ...table(
      ['Second', 'What', 'Lasted'],
      events.map(({ endMs, startMs, what }) => [seconds(startMs), what, `${seconds((endMs ?? 0) - startMs)} s`]),
    ),
    ...failures
      .filter(([, list]) => list.length > 0)
      .flatMap(([title, list]) => ['', `## ${title}`, '', ...listed(list, proof.startMs)]),
    '',
    ...unrecovered.map((what) => `- Not recovered: ${what}`),
    '## Errors in the logs',
    '',
    ...complaintsOf(complaints),
    '',
  ].join('\n')
}

function growth(costs: readonly Costs[]): string {
  const [one, five] = [costs[0], costs.at(-1)]
  if (one === undefined || five === undefined) return ''
  const without = (each: number, cost: Costs, seconds: number, count: number): number =>
    each - (cost.idleMs * seconds) / count
  const reads = (cost: Costs): number => without(cost.readMs, cost, cost.readSeconds, cost.reads)
  const calls = (cost: Costs): number => without(cost.callMs, cost, cost.callSeconds, cost.calls)
  return `From one node to ${five.nodes}, a read costs ${(five.readMs / one.readMs).toFixed(2)} of before and a call ${(five.callMs / one.callMs).toFixed(2)}; without what idle nodes use, ${(reads(five) / reads(one)).toFixed(2)} and ${(calls(five) / calls(one)).toFixed(2)}.`
}

function listed(failures: readonly Failure[], startMs: number): readonly string[] {
  const lines = failures
    .slice(0, SHOWN)
    .map(
      (failure) =>
        `- ${seconds(failure.startMs - startMs)} s, after ${Math.round(failure.endMs - failure.startMs)} ms: \`${failure.what.replaceAll(/[\s`]+/g, ' ').trim()}\``,
    )
  return failures.length > SHOWN ? [...lines, `- and ${failures.length - SHOWN} more`] : lines
}

function complaintsOf(lines: readonly string[]): readonly string[] {
  const counts = new Map<string, number>()
  for (const line of lines) counts.set(line, (counts.get(line) ?? 0) + 1)
  if (counts.size === 0) return ['None.']
  return table(
    ['Message', 'Times'],
    [...counts].map(([message, times]) => [message, String(times)]),
  )
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): readonly string[] {
  const widths = head.map((cell, n) => Math.max(3, cell.length, ...rows.map((row) => row[n]?.length ?? 0)))
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell, n) => cell.padEnd(widths[n] ?? 0)).join(' | ')} |`
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)]
}

function seconds(ms: number): string {
  return (ms / 1000).toFixed(1)
}

function count(number: number): string {
  return number.toLocaleString('en')
}
