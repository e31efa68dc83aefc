// `npm run ts bench/tally.ts [-- <requests of a turn>]`: what it costs to count a cached search. Two hosts of one process
// answer the same requests in turns, one of them with a tally. The median of the ratios of two turns counts, by processor time.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { createConnection } from 'node:net'
import { AnswerTally } from '../src/analytics/answer-tally.ts'
import { ReaderCounts } from '../src/analytics/reader-counts.ts'
import { readSearch } from '../src/hosts/docs/api/search.ts'
import { createHttpApp } from '../src/http/server/app.ts'
import { createProblemWire } from '../src/http/route/error-wires.ts'
import { json } from '../src/http/route/reply.ts'
import type { Tally } from '../src/http/route/route.ts'
import { createLog } from '../src/shared/log.ts'

const TURNS = 100
const WARM_UP_TURNS = 10
const AT_ONCE = 50
const QUERIES = 200
const MARK = 'HTTP/1.1 200'

if (process.argv[2] === 'client') await serveTurns()
else await measure(Number(process.argv[2] ?? 20_000))

async function measure(requests: number): Promise<void> {
  const counts = new ReaderCounts(() => undefined)
  const counted = await startHost(new AnswerTally('programs', counts, readSearch).count)
  const plain = await startHost(null)
  const client = fork(fileURLToPath(import.meta.url), ['client'])
  const ratios: number[] = []
  for (let turn = 0; turn < TURNS; turn++) {
    const costs = new Map<number, number>()
    for (const port of turn % 2 === 0 ? [plain, counted] : [counted, plain]) {
      const begun = process.cpuUsage()
      client.send({ port, requests })
      await once(client, 'message')
      const { system, user } = process.cpuUsage(begun)
      costs.set(port, (user + system) / requests)
    }
    if (turn >= WARM_UP_TURNS) ratios.push(costs.get(counted)! / costs.get(plain)!)
  }
  client.disconnect()
  const [low, middle, high] = [0.25, 0.5, 0.75].map(
    (part) => ratios.sort((a, b) => a - b)[Math.floor(part * ratios.length)]!,
  )
  const percent = (ratio: number | undefined): string => `${(((ratio ?? 1) - 1) * 100).toFixed(1)} %`
  console.log(`a counted search takes ${percent(middle)} more (quartiles ${percent(low)}, ${percent(high)})`)
  process.exit()
}

/** Starts a host with one search, whose answers are kept. */
async function startHost(tally: Tally | null): Promise<number> {
  const body = json({ query: 'x', locale: 'en', total: 1, results: [{ title: 'A page', text: 'of it '.repeat(300) }] })
  const app = createHttpApp({
    name: 'bench',
    routes: [
      {
        path: '/api/search',
        name: 'search',
        ...(tally === null ? {} : { tally }),
        answer: ({ rawQuery }) => ({
          key: rawQuery,
          produce: async () => ({ status: 200, mediaType: 'application/json', body, cacheControl: 'no-store' }),
        }),
      },
    ],
    wire: createProblemWire(() => ''),
    log: createLog({ level: 'warn' }),
    generation: () => 1,
    cacheLimitBytes: 64 * 1_048_576,
    trustedProxies: [],
    notFound: { answer: () => ({ ok: false, status: 404, code: 'none', detail: '' }) },
    methodNotAllowedCode: 'none',
  })
  return app.listen(0, '127.0.0.1')
}

/** Sends requests in the child, many at once on one connection. */
async function serveTurns(): Promise<void> {
  process.on('message', ({ port, requests }: { port: number; requests: number }) => {
    const socket = createConnection(port, '127.0.0.1')
    const heads = Array.from(
      { length: QUERIES },
      (_, n) =>
        `GET /api/search?q=reverse+proxy+${n}&locale=en HTTP/1.1\r\nHost: localhost\r\nAccept: */*\r\nUser-Agent: bench\r\n\r\n`,
    )
    let sent = 0
    let left = 0
    let answers = 0
    const send = (): void => {
      left = Math.min(AT_ONCE, requests - sent)
      socket.write(Array.from({ length: left }, (_, n) => heads[(sent + n) % QUERIES]).join(''))
      sent += left
    }
    let rest = ''
    socket.on('data', (bytes: Buffer) => {
      // A mark may come in two parts.
      const text = rest + bytes.toString('latin1')
      rest = text.slice(-MARK.length + 1)
      for (let at = text.indexOf(MARK); at !== -1; at = text.indexOf(MARK, at + 1)) answers++
      if (answers < sent) return
      if (sent < requests) send()
      else {
        socket.destroy()
        process.send?.('done')
      }
    })
    send()
  })
  await once(process, 'disconnect')
}
