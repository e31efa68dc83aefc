import { HOST_NAMES } from '../../src/config/env.ts'
import { describeMachine, formatMachine } from '../machine.ts'
import { formatCount, formatMebibytes, formatMillis, formatTable } from '../report.ts'
import { barUnderAttack } from './latency.ts'
import { faultsOf, growthOf, type FuzzResult } from './result.ts'

const SHOWN_FAULTS = 10

/** @returns the report in Markdown */
export function formatFuzz(result: FuzzResult): string {
  const { counts, options, seconds } = result
  const faults = faultsOf(result)
  const command = `npm run fuzz -- --connections ${options.connections} --minutes ${options.minutes} --seed ${options.seed}`
  return `# Fuzz

${formatMachine(describeMachine())}

\`${command}\`: ${formatCount(counts.connections)} connections with ${formatCount(counts.requests)} requests in
${formatCount(seconds)} s, ${formatCount(counts.connections / seconds)} a second; ${result.pinning}. Connections come from
${formatCount(Math.max(1, options.addresses))} addresses, ${formatCount(options.active)} of them active and up to ${formatCount(options.open)} held at a time. Seed ${options.seed}.

${faults.length === 0 ? 'Nothing failed.' : faults.map((fault) => `- **${fault}**`).join('\n')}

${formatTable(['', 'found'], findings(result))}

${formatTable(['bystander', 'requests', 'p50 ms', 'p99 ms', 'longest ms'], latencies(result))}

${formatTable(['/healthz, p50 / p95 ms', 'before', 'under attack', 'after', 'bar'], healthLatencies(result))}

${formatTable(['behaviour', 'connections', 'requests'], behaviours(result))}

${formatTable(['answer to attackers', 'count'], statuses(result))}`
}

function findings({
  bystander,
  complaintCount,
  counts,
  crash,
  delay,
  memory,
  stopped,
  warningCount,
}: FuzzResult): string[][] {
  const mebibytes = (bytes: number): string => `${formatMebibytes(bytes)} MiB`
  const hangs = counts.hangCount
  return [
    ['crashes', crash ?? 'none'],
    ['end when it was asked to', stopped],
    ['bystander: answers that are compared', formatCount(bystander.compared)],
    ['bystander: wrong answers', formatCount(bystander.wrong)],
    ['bystander: no answer within 10 s', formatCount(bystander.hangs)],
    ['bystander: connections lost', formatCount(bystander.cut)],
    ['bystander: told to come again (429, 503)', formatCount(bystander.busy)],
    ['attackers: no answer to a proper request', formatCount(hangs)],
    ['attackers: more answers than requests, or none', formatCount(counts.faultCount - hangs)],
    ['attackers: connections that did not come about', formatCount(counts.refused)],
    ['errors in the log', formatCount(complaintCount)],
    ['warnings of uWebSockets.js', formatCount(warningCount)],
    ['resident memory at a tenth', mebibytes(memory.atTenthBytes)],
    ['resident memory at the end', mebibytes(memory.atEndBytes)],
    ['resident memory after the attackers', mebibytes(memory.afterBytes)],
    ['resident memory, peak', mebibytes(memory.peakBytes)],
    ['growth after the first tenth', `${(growthOf(memory) * 100).toFixed(1)} %${memory.judged ? '' : ', not judged'}`],
    ['event-loop delay, p99, median of windows', `${formatMillis(delay.medianP99Ms)} ms`],
    ['event-loop delay, p99, worst window', `${formatMillis(delay.worstP99Ms)} ms`],
    ['event-loop delay, longest', `${formatMillis(delay.worstMs)} ms`],
  ]
}

function latencies({ bystander }: FuzzResult): string[][] {
  return Object.entries(bystander.latencies).map(([host, { maxMs, p50Ms, p99Ms, requests }]) => [
    host,
    formatCount(requests),
    formatMillis(p50Ms),
    formatMillis(p99Ms),
    formatMillis(maxMs),
  ])
}

function healthLatencies({ phases }: FuzzResult): string[][] {
  if (phases === null) return []
  return HOST_NAMES.map((host) => {
    const { p50Ms, p95Ms, uneasy } = barUnderAttack(phases, host)
    const each = (['before', 'during', 'after'] as const).map((phase) => formatPair(phases[phase][host].health))
    return [host, ...each, `${formatPair({ p50Ms, p95Ms })}${uneasy ? ', by ratio' : ''}`]
  })
}

/** @returns latencies at p50 and p95 */
export function formatPair({ p50Ms, p95Ms }: { readonly p50Ms: number; readonly p95Ms: number }): string {
  return `${formatMillis(p50Ms)} / ${formatMillis(p95Ms)}`
}

function behaviours({ counts }: FuzzResult): string[][] {
  return Object.entries(counts.behaviours)
    .toSorted(([, a], [, b]) => b.connections - a.connections)
    .map(([name, { connections, requests }]) => [name, formatCount(connections), formatCount(requests)])
}

function statuses({ counts }: FuzzResult): string[][] {
  return Object.entries(counts.statuses).map(([status, count]) => [status, formatCount(count)])
}

/** @returns details of all faults, and the commands that reproduce them */
export function formatFaults({ bystander, complaints, counts, crashFile, options }: FuzzResult): string {
  const lines: string[] = []
  if (crashFile !== null) lines.push(`the last connections before the crash: ${crashFile}`)
  for (const text of bystander.faults.slice(0, SHOWN_FAULTS)) lines.push(`bystander: ${text}`)
  for (const { behaviour, number, text, trace } of counts.faults.slice(0, SHOWN_FAULTS)) {
    lines.push(`connection ${number} (${behaviour}): ${text}`)
    lines.push(`  again: npm run fuzz -- --seed ${options.seed} --first ${number} --connections 1`)
    lines.push(`  ${JSON.stringify(trace)}`)
  }
  for (const line of complaints.slice(0, SHOWN_FAULTS)) lines.push(`log: ${line.slice(0, 2000)}`)
  return lines.join('\n')
}
