import { createHash } from 'node:crypto'
import { Agent, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type { HostName } from '../../src/config/env.ts'
import { percentile } from '../timing.ts'
import type { BystanderReport, FromBystander, ToBystander } from './messages.ts'
import type { HostSurface, Surface } from './surface.ts'

/** Limit for an answer. Slower ones are faults. */
const LIMIT_MS = 10_000
/** Pause between two requests of a connection. */
const PAUSE_MS = 20
const REQUESTS_OF_A_CONNECTION = 50
/**
 * Number of the bystander's addresses. Attackers have none of them, and there are enough to stay below the limits by
 * address.
 */
const ADDRESSES = 250 * 8
const COMPARED_OF_A_HOST = 60
const KEPT_FAULTS = 20
/** The part of a form that is different in each answer. */
const KEYS = /name="formKey" value="[^"]+"/g

interface Question {
  readonly host: HostName
  readonly port: number
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

interface Known extends Question {
  readonly answer: string
}

interface Answer {
  readonly status: number
  readonly digest: string
}

const FIELDS: readonly Readonly<Record<string, string>>[] = [
  {},
  { 'Accept-Encoding': 'br' },
  { 'Accept-Encoding': 'gzip', Accept: 'text/html' },
]
const MCP = { 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream' }
const LIST = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' })

const latencies: Record<HostName, number[]> = { docs: [], account: [], icons: [] }
const faults: string[] = []
const counted = { wrong: 0, hangs: 0, cut: 0, busy: 0 }
let known: Known[] = []
let address = 0
let measuring = false
let stopped = false
let running: Promise<unknown> = Promise.resolve()

process.on('message', (message: ToBystander) => {
  if (message.kind === 'start') void begin(message.surface)
  else if (message.kind === 'measure') measuring = true
  else void finish()
})
process.on('disconnect', () => process.exit())

function send(message: FromBystander): void {
  // The parent process may have exited.
  process.send?.(message, undefined, undefined, () => undefined)
}

async function begin(surface: Surface): Promise<void> {
  for (const host of surface.hosts) known.push(...(await learn(host)))
  send({ kind: 'ready', compared: known.length })
  running = Promise.all(
    surface.hosts.flatMap(({ name }) => {
      const own = known.filter(({ host }) => host === name)
      return [attend(own, true), attend(own, false)]
    }),
  )
}

/** Sends each request three times, and keeps those whose answers are equal. */
async function learn(host: HostSurface): Promise<Known[]> {
  const questions = questionsFor(host)
  const found: Known[] = []
  for (const question of questions) {
    const agent = newAgent(false)
    const answers = [await ask(question, agent), await ask(question, agent), await ask(question, agent)].map(toText)
    if (answers.every((answer) => answer === answers[0])) found.push({ ...question, answer: answers[0]! })
  }
  return found
}

function questionsFor({ name, port, reads, targets }: HostSurface): Question[] {
  const step = Math.max(1, reads.length / COMPARED_OF_A_HOST)
  const chosen = Array.from(
    { length: Math.min(reads.length, COMPARED_OF_A_HOST) },
    (_, n) => reads[Math.floor(n * step)]!,
  )
  const read = chosen.map((path, n) => ({
    host: name,
    port,
    method: n % 9 === 8 ? 'HEAD' : 'GET',
    path,
    headers: FIELDS[n % FIELDS.length]!,
    body: '',
  }))
  const called = targets
    .filter(({ mcp }) => mcp)
    .map(({ paths }) => ({ host: name, port, method: 'POST', path: paths[0]!, headers: MCP, body: LIST }))
  return [...read, ...called]
}

/** Sends one request after another until the run stops. */
async function attend(questions: readonly Known[], keepAlive: boolean): Promise<void> {
  let agent = newAgent(keepAlive)
  for (let n = 0; !stopped; n++) {
    if (n % (keepAlive ? REQUESTS_OF_A_CONNECTION : 1) === 0) {
      agent.destroy()
      agent = newAgent(keepAlive)
    }
    const question = questions[n % questions.length]!
    const started = performance.now()
    try {
      const answer = await ask(question, agent)
      const ms = performance.now() - started
      if (measuring) latencies[question.host].push(ms)
      judge(question, answer)
    } catch (error) {
      const { message } = error as Error
      const kind = message === 'hang' ? 'hangs' : 'cut'
      record(kind, `${describe(question)}: ${message} after ${Math.round(performance.now() - started)} ms`)
    }
    await sleep(PAUSE_MS)
  }
  agent.destroy()
}

function judge(question: Known, answer: Answer): void {
  const text = toText(answer)
  if (text === question.answer) return
  if (answer.status === 429 || answer.status === 503) counted.busy++
  else record('wrong', `${describe(question)}: ${text} in place of ${question.answer}`)
}

function record(kind: keyof typeof counted, text: string): void {
  counted[kind]++
  if (faults.length < KEPT_FAULTS) faults.push(`${new Date().toISOString()} ${text}`)
}

function ask({ body, headers, method, path, port }: Question, agent: Agent): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const asked = request(
      {
        host: '127.0.0.1',
        port,
        method,
        path,
        headers: { ...headers, 'Content-Length': Buffer.byteLength(body) },
        agent,
      },
      (answer) => {
        const chunks: Buffer[] = []
        answer.on('data', (chunk: Buffer) => chunks.push(chunk))
        answer.once('error', fail)
        answer.once('end', () => {
          clearTimeout(timer)
          const whole = Buffer.concat(chunks)
          const text =
            /html/.test(answer.headers['content-type'] ?? '') && answer.headers['content-encoding'] === undefined
          const digest = createHash('sha1').update(text ? whole.toString('latin1').replace(KEYS, '') : whole)
          resolve({ status: answer.statusCode ?? 0, digest: digest.digest('hex').slice(0, 12) })
        })
      },
    )
    const fail = (error: Error): void => {
      clearTimeout(timer)
      reject(error)
    }
    const timer = setTimeout(() => {
      asked.destroy()
      reject(new Error('hang'))
    }, LIMIT_MS)
    asked.on('error', fail)
    asked.end(body)
  })
}

function newAgent(keepAlive: boolean): Agent {
  address = (address + 1) % ADDRESSES
  return new Agent({
    keepAlive,
    maxSockets: 1,
    localAddress: `127.0.${1 + Math.floor(address / 250)}.${1 + (address % 250)}`,
  })
}

function describe({ host, method, path }: Question): string {
  return `${host} ${method} ${path}`
}

function toText({ digest, status }: Answer): string {
  return `${status} ${digest}`
}

async function finish(): Promise<void> {
  stopped = true
  await running
  const report: BystanderReport = {
    compared: known.length,
    ...counted,
    faults,
    latencies: { docs: summary(latencies.docs), account: summary(latencies.account), icons: summary(latencies.icons) },
  }
  send({ kind: 'report', report })
}

function summary(values: readonly number[]) {
  const sorted = Float64Array.from(values).sort()
  return {
    requests: sorted.length,
    p50Ms: percentile(sorted, 0.5),
    p99Ms: percentile(sorted, 0.99),
    maxMs: percentile(sorted, 1),
  }
}
