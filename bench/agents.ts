import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { IDENTITY_PATH, JWT_BEARER_GRANT, TOKEN_PATH } from '../src/hosts/icons/registration/metadata.ts'
import { accessClaims, assertionClaims, type TokenKind } from '../src/tokens/claims.ts'
import { sign } from '../src/tokens/jws.ts'
import { generateSigningKey, type SigningKey } from '../src/tokens/signing-key.ts'
import type { QuestionResult } from './figures.ts'
import { measureLoad, writeMessages, type Message } from './load/messages.ts'
import { watchMetrics } from './load/metrics.ts'
import { startService, type Service } from './load/service.ts'
import type { BenchOptions } from './options.ts'
import { progress } from './report.ts'
import {
  agentsFigures,
  formatAgentsReport,
  type PacedRun,
  type Saturated,
  type SaturatedName,
} from './agents-report.ts'

const ISSUER = 'http://icons.example'
/** Path whose answer is cached, so that the measurement is of the steps before the answer. */
const PATH = '/api/v1/icons?q=rain&limit=1'
const CONNECTIONS = 48
const ADDRESSES = 200_000
/** About two thousand requests a second. */
const PACED = { connections: 66, quietMs: 30 }
/** More tokens than the service remembers. In turns, each of them is verified again every time. */
const DISTINCT_TOKENS = 30_000
/** Enough tokens for none to reach its 600 requests a minute. */
const REMEMBERED_TOKENS = 4_000
const ASSERTIONS = 2_000
const SIGN_AT_ONCE = 256
/** The event-loop delay covers the last ten seconds. This pause removes what happened before a load. */
const SETTLE_MS = 11_000

const FULL = { rounds: 3, seconds: 4, pacedSeconds: 10 }
const QUICK = { rounds: 1, seconds: 1, pacedSeconds: 4 }

/** Measures the cost of registration, exchange and verification in the built service, and their effect on its listener. */
export async function benchAgents({ entry, quick }: BenchOptions): Promise<QuestionResult> {
  const { pacedSeconds, rounds, seconds } = quick ? QUICK : FULL
  const teardown: (() => Promise<void>)[] = []
  try {
    progress('signing tokens')
    const key = await generateSigningKey()
    const access = await signAll(key, 'access', DISTINCT_TOKENS)
    const assertions = await signAll(key, 'assertion', ASSERTIONS)
    progress('starting the service')
    const folder = await mkdtemp(join(tmpdir(), 'signpost-bench-key-'))
    teardown.push(() => rm(folder, { recursive: true }))
    const keyFile = join(folder, 'icons.jwk')
    await writeFile(keyFile, JSON.stringify(key.privateJwk), { mode: 0o600 })
    const service = await startService({
      host: 'icons',
      contentDir: 'content',
      entry,
      env: { TRUSTED_PROXIES: '127.0.0.1/32', ICONS_URL: ISSUER, ICONS_SIGNING_KEY_FILE: keyFile },
    })
    teardown.push(service.stop)
    const paced = await measurePaced(service, access, pacedSeconds)
    const saturated: Record<SaturatedName, Saturated[]> = {
      registration: [],
      exchange: [],
      verified: [],
      remembered: [],
      anonymous: [],
    }
    const messages = composeMessages(access, assertions)
    for (let round = 0; round <= rounds; round++) {
      progress(round === 0 ? 'warm-up' : `round ${round} of ${rounds}`)
      for (const [name, some] of Object.entries(messages) as [SaturatedName, Message[]][]) {
        const file = await writeMessages(some)
        const load = { messages: file, addresses: ADDRESSES, connections: CONNECTIONS, seconds }
        const [measure, { usualEventLoopDelayP99Ms }] = await watchMetrics(service, measureLoad(service, load))
        await file.remove()
        if (round > 0) saturated[name].push({ ...measure, eventLoopDelayP99Ms: usualEventLoopDelayP99Ms })
      }
    }
    const result = { connections: CONNECTIONS, paced, saturated }
    return { report: formatAgentsReport(result), figures: agentsFigures(result), charts: [] }
  } finally {
    for (const stop of teardown.toReversed()) await stop()
  }
}

async function signAll(key: SigningKey, kind: TokenKind, count: number): Promise<string[]> {
  const make = kind === 'access' ? accessClaims : assertionClaims
  const nowSeconds = Math.floor(Date.now() / 1000)
  const tokens: string[] = []
  while (tokens.length < count) {
    const jobs = Array.from({ length: Math.min(SIGN_AT_ONCE, count - tokens.length) }, (_, offset) => {
      const number = tokens.length + offset
      const claims = make({ issuer: ISSUER, subject: `reg_bench${number}`, tokenId: `bench${number}`, nowSeconds })
      return sign({ key: key.privateJwk, kind, claims })
    })
    tokens.push(...(await Promise.all(jobs)).map(({ token }) => token))
  }
  return tokens
}

function ask(token: string): Message {
  return { path: PATH, fields: { Authorization: `Bearer ${token}` } }
}

function composeMessages(access: readonly string[], assertions: readonly string[]): Record<SaturatedName, Message[]> {
  const grant = (assertion: string): string =>
    new URLSearchParams({ grant_type: JWT_BEARER_GRANT, assertion }).toString()
  const form = { 'Content-Type': 'application/x-www-form-urlencoded' }
  return {
    registration: [
      { path: IDENTITY_PATH, fields: { 'Content-Type': 'application/json' }, body: '{"type":"anonymous"}' },
    ],
    exchange: assertions.map((assertion) => ({ path: TOKEN_PATH, fields: form, body: grant(assertion) })),
    verified: access.map(ask),
    remembered: access.slice(0, REMEMBERED_TOKENS).map(ask),
    anonymous: [{ path: PATH }],
  }
}

/** Measures the delay of the listener's event loop while idle, and at one rate without and with tokens. */
async function measurePaced(service: Service, access: readonly string[], seconds: number): Promise<PacedRun[]> {
  const runs: PacedRun[] = []
  for (const [name, messages] of [
    ['idle', null],
    ['anonymous', [{ path: PATH }]],
    ['verified', access.map(ask)],
  ] as const) {
    progress(name)
    await sleep(SETTLE_MS)
    const file = messages === null ? null : await writeMessages(messages)
    const load =
      file === null
        ? sleep(seconds * 1000, null)
        : measureLoad(service, { ...PACED, messages: file, addresses: ADDRESSES, seconds })
    const [measure, { eventLoopDelayP99Ms, usualEventLoopDelayP99Ms }] = await watchMetrics(service, load)
    await file?.remove()
    runs.push({ name, measure, eventLoopDelayP99Ms, usualEventLoopDelayP99Ms })
  }
  return runs
}
