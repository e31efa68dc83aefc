import { setTimeout as sleep } from 'node:timers/promises'
import { TokenDispatcher } from '../src/pool/token-dispatcher.ts'
import { generateSigningKey } from '../src/tokens/signing-key.ts'
import { createTokenService } from '../src/tokens/token-service.ts'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { figure, loadFigures, valuesOf, type QuestionResult } from './figures.ts'
import { startGateChild } from './gate-process.ts'
import { loadPost } from './load/wrk-post.ts'
import type { LoadReport } from './load/load.ts'
import { describeMachine, formatMachine } from './machine.ts'
import type { BenchOptions } from './options.ts'
import { formatCount, formatMillis, formatTable, progress } from './report.ts'
import { median } from './timing.ts'

const CONNECTIONS = 32
const JWT_BEARER = 'urn:ietf:params:oauth:grant-type:jwt-bearer'
const VERIFICATIONS_PER_SECOND = 2000
const TURN_MS = 5
const RESOLUTION_MS = 1
const KNOWN_CHECKS = 1_000_000

const FULL = { rounds: 3, seconds: 4, verificationSeconds: 10 }
const QUICK = { rounds: 1, seconds: 1, verificationSeconds: 2 }

interface TokenMeasure extends LoadReport {
  /** Processor time of the server for one request. */
  readonly cpuUs: number
  /** Event-loop delay of the server. */
  readonly delayP99Ms: number
}

/** Measures how many agents can register and exchange a second, and what verification costs the listener. */
export async function benchTokens({ quick }: BenchOptions): Promise<QuestionResult> {
  const { rounds, seconds, verificationSeconds } = quick ? QUICK : FULL
  const child = await startGateChild('')
  const measure = async (load: () => Promise<LoadReport>): Promise<TokenMeasure> => {
    const before = await child.usage()
    const report = await load()
    const after = await child.usage()
    if (report.failures > 0) throw new Error(`${report.failures} requests failed`)
    return { ...report, cpuUs: (after.cpuUs - before.cpuUs) / report.sent, delayP99Ms: after.delayP99Ms }
  }
  const measured = { registrations: [] as TokenMeasure[], exchanges: [] as TokenMeasure[] }
  try {
    const assertion = await register(child.origin)
    const registration = {
      url: `${child.origin}/agent/identity`,
      fields: { 'Content-Type': 'application/json' },
      body: '{"type":"anonymous"}',
    }
    const exchange = {
      url: `${child.origin}/oauth2/token`,
      fields: { 'Content-Type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ grant_type: JWT_BEARER, assertion }).toString(),
    }
    const load = { seconds, connections: CONNECTIONS }
    for (let round = 0; round <= rounds; round++) {
      progress(round === 0 ? 'warm-up' : `round ${round} of ${rounds}`)
      const registrations = await measure(() => loadPost(registration, load))
      const exchanges = await measure(() => loadPost(exchange, load))
      if (round === 0) continue
      measured.registrations.push(registrations)
      measured.exchanges.push(exchanges)
    }
  } finally {
    await child.stop()
  }
  const rows = Object.entries(measured).map(([name, all]) => [
    name,
    formatCount(median(valuesOf(all, 'requestsPerSecond'))),
    formatMillis(median(valuesOf(all, 'p50Ms'))),
    formatMillis(median(valuesOf(all, 'p99Ms'))),
    formatCount(median(valuesOf(all, 'cpuUs'))),
    formatMillis(median(valuesOf(all, 'delayP99Ms'))),
  ])
  const header = ['', 'a second', 'p50 ms', 'p99 ms', 'CPU µs each', 'loop delay p99 ms']
  const verifications = await timeVerifications(verificationSeconds)
  const head = `# Tokens\n\n${formatMachine(describeMachine())}`
  const figures = Object.entries(measured).flatMap(([name, all]) => [
    ...loadFigures(name, all),
    figure(`${name}, CPU`, 'µs', 'lower', valuesOf(all, 'cpuUs')),
  ])
  return {
    report: [head, formatTable(header, rows), verifications.report].join('\n\n'),
    figures: [...figures, ...verifications.figures],
    charts: [],
  }
}

async function register(origin: string): Promise<string> {
  const init = { method: 'POST', body: '{"type":"anonymous"}', headers: { 'Content-Type': 'application/json' } }
  const answer = await fetch(`${origin}/agent/identity`, init)
  return ((await answer.json()) as { readonly identity_assertion: string }).identity_assertion
}

/** Verifies different tokens at a steady rate from an otherwise idle thread, then one token that is already known. */
async function timeVerifications(seconds: number): Promise<Pick<QuestionResult, 'report' | 'figures'>> {
  progress('verifications')
  const dispatcher = new TokenDispatcher({ threads: 1, queueLimit: 4096, timeoutMs: 5000, onFault: console.error })
  const issuer = 'https://icons.example'
  const state = { key: await generateSigningKey() }
  const maker = createTokenService({ issuer, workers: dispatcher, state })
  const count = VERIFICATIONS_PER_SECOND * seconds
  const made: string[] = []
  while (made.length < count) {
    const some = await Promise.all(Array.from({ length: 1000 }, (_, n) => maker.issueAccess(`reg_${made.length + n}`)))
    for (const issued of some) if (issued.ok) made.push(issued.token)
  }
  const tokens = createTokenService({ issuer, workers: dispatcher, state })
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
  delay.enable()
  const startedAt = performance.now()
  let asked = 0
  let good = 0
  const underway: Promise<void>[] = []
  while (asked < count) {
    const due = Math.min(count, Math.ceil(((performance.now() - startedAt) / 1000) * VERIFICATIONS_PER_SECOND))
    while (asked < due) {
      const checked = tokens.checkAccess(made[asked++]!)
      if (checked instanceof Promise) underway.push(checked.then(({ ok }) => void (good += ok ? 1 : 0)))
    }
    await sleep(TURN_MS)
  }
  await Promise.all(underway)
  delay.disable()
  const elapsedMs = performance.now() - startedAt
  if (good !== count) throw new Error(`${count - good} tokens were not verified`)
  // Each check gets a new string, as for a header field, so that its hash is not cached.
  const known = Buffer.from(made.at(-1) ?? '')
  const before = performance.now()
  for (let n = 0; n < KNOWN_CHECKS; n++) void tokens.checkAccess(known.toString('latin1'))
  const knownNs = ((performance.now() - before) / KNOWN_CHECKS) * 1e6
  await dispatcher.close()
  const delayMs = Math.max(0, delay.percentile(99) / 1e6 - RESOLUTION_MS)
  return {
    report: [
      `${formatCount((count / elapsedMs) * 1000)} verifications a second of tokens not seen before leave the loop of the thread that asks a delay of`,
      `${formatMillis(delayMs)} ms (p99). A token that is known takes ${formatCount(knownNs)} ns.`,
    ].join('\n'),
    figures: [
      figure('verifications, delay of the loop, p99', 'ms', 'lower', [delayMs]),
      figure('a known token', 'ns', 'lower', [knownNs]),
    ],
  }
}
