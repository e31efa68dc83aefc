import { connect } from 'node:net'
import t from 'tap'
import { startService } from '../../support/start-service.ts'
import { DOCUMENTATION } from './documentation.ts'

/** More by hand: RANDOM_REQUESTS=100000. */
const REQUESTS = Number(process.env['RANDOM_REQUESTS'] ?? 4000)
const CONNECTIONS = 16
const SILENCE_MS = 15_000
const SEED = 20_261_120

/** xorshift32: the same requests in every run. */
function createRandom(seed: number): (limit: number) => number {
  let state = seed
  return (limit) => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return (state >>> 0) % limit
  }
}

const PIECES = [
  '/',
  '/api/search',
  '/api/page',
  '/en',
  '/ko',
  '/zh',
  '/llms.txt',
  '/search',
  '/guides/start',
  '.md',
  '/index',
  '/..',
  '/.',
  '//',
  '?',
  '&',
  '=',
  '+',
  '#',
  '%',
  '%2',
  '%zz',
  '%00',
  '%0d%0a',
  '%2F',
  '%5C',
  '%FF',
  '%C0%AF',
  '%ED%A0%80',
  'q=',
  'limit=',
  'locale=',
  'path=',
  'include=',
  'highlights',
  'widget',
  'crank',
  '위젯',
  '小部件',
  '😀',
  '\u00e9',
  'a',
  '0',
  '10',
  '51',
  '-1',
  '1e9',
  'en',
  'ko',
  'http://',
  'localhost',
  ';',
  "'",
  '"',
  '<',
  '>',
  '{',
  '}',
  '[',
  ']',
  '*',
  '~',
  '\\',
  '\x7f',
  '\xff',
] as const
const METHODS = ['GET', 'GET', 'GET', 'GET', 'HEAD', 'OPTIONS', 'POST', 'DELETE', 'FOO'] as const
const FIELDS = [
  'Accept: text/markdown',
  'Accept: */*;q=',
  'Accept: ,,;;=',
  'Accept-Encoding: br',
  'Accept-Encoding: gzip;q=0,identity;q=0',
  'Accept-Language: ko;q=x,zh',
  'If-None-Match: *',
  'If-None-Match: W/"',
  'If-Modified-Since: never',
  'Content-Length: 0',
  'Origin: null',
  'Access-Control-Request-Method: GET',
  'X-Forwarded-For: 1.2.3.4',
  'Connection: close',
  'Range: bytes=0-1',
  'Expect: 100-continue',
  `Cookie: ${'x'.repeat(500)}`,
] as const

function randomRequest(random: (limit: number) => number): Buffer {
  const pick = <T>(list: readonly T[]): T => list[random(list.length)] as T
  const head = random(3) === 0 ? '/' : pick(['/api/search?q=', '/api/page?path=', '/en/', '/ko/', '/search?q='])
  const target = head + Array.from({ length: random(8) }, () => pick(PIECES)).join('')
  const fields = Array.from({ length: random(4) }, () => `${pick(FIELDS)}\r\n`).join('')
  const text = `${pick(METHODS)} ${target.replaceAll(' ', '')} HTTP/1.1\r\nHost: localhost\r\n${fields}\r\n`
  return Buffer.from(text, random(4) === 0 ? 'latin1' : 'utf8')
}

/** Sends one request on a connection of its own and resolves to the status, 0 when there is none. */
function statusOf(port: number, request: Buffer): Promise<number> {
  return new Promise((resolve) => {
    const socket = connect(port, 'localhost')
    const end = (status: number): void => {
      socket.destroy()
      resolve(status)
    }
    socket.setTimeout(SILENCE_MS, () => end(0))
    let received = ''
    socket.on('data', (chunk: Buffer) => {
      received += chunk.toString('latin1')
      // 1xx comes before the answer.
      const status = /^(?:HTTP\/1\.1 1\d\d [^\r]*\r\n\r\n)*HTTP\/1\.1 ([2-5]\d\d) /.exec(received)?.[1]
      if (status !== undefined) end(Number(status))
    })
    socket.once('error', () => end(0))
    socket.once('close', () => end(0))
    socket.write(request)
  })
}

t.test('random requests never get a 5xx other than 505 and never stop the service', async (t) => {
  const service = await startService(t, { content: DOCUMENTATION })
  const port = Number(new URL(service.url).port)
  const random = createRandom(SEED)
  const statuses = new Map<number, number>()
  let sent = 0
  const run = async (): Promise<void> => {
    while (sent < REQUESTS) {
      sent++
      const request = randomRequest(random)
      const status = await statusOf(port, request)
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
      // uWebSockets.js answers 505 itself where the request line is not one of HTTP/1.1.
      if (status === 0 || (status >= 500 && status !== 505))
        t.fail(`${status} for ${JSON.stringify(request.toString('latin1'))}`)
    }
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, run))
  t.comment(Object.fromEntries(statuses))
  t.ok((statuses.get(200) ?? 0) > 0 && (statuses.get(400) ?? 0) > 0 && (statuses.get(404) ?? 0) > 0)
  t.equal((await fetch(`${service.url}/readyz`)).status, 200)
  t.same(
    service.logs.filter(({ level }) => level >= 50),
    [],
  )
})
