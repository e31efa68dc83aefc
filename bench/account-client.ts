import { Agent, request as httpRequest, type IncomingHttpHeaders } from 'node:http'
import { percentile } from './timing.ts'

export interface Ask {
  readonly method?: 'GET' | 'POST'
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

export interface Answer {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly text: string
}

/** Sends requests over connections that are kept alive. */
export interface Client {
  ask(ask: Ask): Promise<Answer>
  close(): void
}

export function createClient(origin: string): Client {
  const agent = new Agent({ keepAlive: true })
  return {
    ask: ({ body, headers = {}, method = 'GET', path }) =>
      new Promise((resolve, reject) => {
        const length = body === undefined ? {} : { 'Content-Length': String(Buffer.byteLength(body)) }
        const options = { agent, method, headers: { ...headers, ...length } }
        const request = httpRequest(origin + path, options, (response) => {
          let text = ''
          response.setEncoding('utf8')
          response.on('data', (piece: string) => (text += piece))
          response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, text }))
          response.on('error', reject)
        })
        request.on('error', reject)
        request.end(body)
      }),
    close: () => agent.destroy(),
  }
}

export interface Passes<T> {
  readonly results: readonly T[]
  readonly perSecond: number
  readonly p50Ms: number
  readonly p99Ms: number
}

/** Processes each item once, `atOnce` of them at a time. */
export async function passEach<Item, T>(
  items: readonly Item[],
  atOnce: number,
  work: (item: Item, position: number) => Promise<T>,
): Promise<Passes<T>> {
  const results: T[] = []
  const latenciesMs: number[] = []
  let next = 0
  const startedAt = performance.now()
  const runner = async (): Promise<void> => {
    while (next < items.length) {
      const position = next++
      const before = performance.now()
      results[position] = await work(items[position]!, position)
      latenciesMs.push(performance.now() - before)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, runner))
  const elapsedMs = performance.now() - startedAt
  const sorted = Float64Array.from(latenciesMs).sort()
  return {
    results,
    perSecond: (items.length / elapsedMs) * 1000,
    p50Ms: percentile(sorted, 0.5),
    p99Ms: percentile(sorted, 0.99),
  }
}
