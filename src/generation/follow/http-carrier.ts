import type { Carrier, Piece } from './carrier.ts'
import { RefusedGenerationError } from './refused-generation.ts'
import { reasonOf } from '../../shared/reason.ts'

/** Longest time for the head of an answer, and between two pieces of a body. */
const STALL_LIMIT_MS = 20_000
/** Longest time for a whole small file. */
const SMALL_LIMIT_MS = 20_000
const REDIRECT_LIMIT = 3
/** Statuses that say that the file is not there. S3 answers 403 for it to those who may not list. */
const MISSING: ReadonlySet<number> = new Set([403, 404, 410])

/** Reads an artefact from a server or an object store by GET alone. */
export function createHttpCarrier(address: URL): Carrier {
  const base = new URL(address.href)
  if (!base.pathname.endsWith('/')) base.pathname += '/'
  const shared: Record<string, string> = { 'Accept-Encoding': 'identity', 'User-Agent': 'Signpost' }
  if (base.username !== '') {
    const [user, password] = [base.username, base.password].map(decodeURIComponent)
    shared['Authorization'] = `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`
    base.username = ''
    base.password = ''
  }

  /** Follows redirects within the origin of the address alone: what the operator named is what is asked. */
  async function get(path: string, fields: Readonly<Record<string, string>>, signal: AbortSignal): Promise<Response> {
    let url = new URL(path, base.href)
    for (let redirects = 0; ; redirects++) {
      const response = await fetch(String(url), {
        headers: { ...shared, ...fields },
        redirect: 'manual',
        signal,
      }).catch((error: unknown) => {
        throw broken(path, error)
      })
      const location = response.headers.get('location')
      if (response.status < 300 || response.status > 399 || location === null) return response
      await response.body?.cancel()
      if (redirects === REDIRECT_LIMIT) throw new Error(`${path} is redirected more than ${REDIRECT_LIMIT} times`)
      url = URL.canParse(location, url.href) ? new URL(location, url.href) : url
      if (url.origin !== base.origin) throw new Error(`${path} is redirected to another origin, which is not followed`)
    }
  }

  return {
    async readSmall(path, limitBytes, known) {
      const signal = AbortSignal.timeout(SMALL_LIMIT_MS)
      const response = await get(path, known === null ? {} : { 'If-None-Match': known }, signal)
      if (response.status === 304 && known !== null) return null
      const chunks: Uint8Array[] = []
      let byteLength = 0
      for await (const chunk of bodyOf(path, response, 200)) {
        chunks.push(chunk)
        byteLength += chunk.length
        if (byteLength > limitBytes) throw new RefusedGenerationError(`${path} is larger than ${limitBytes} bytes`)
      }
      return { text: Buffer.concat(chunks).toString('utf8'), state: response.headers.get('etag') }
    },

    async read(path, from) {
      const stalled = new AbortController()
      const timer = setTimeout(() => stalled.abort(new Error(`${path} stopped coming`)), STALL_LIMIT_MS)
      try {
        const response = await get(path, from === 0 ? {} : { Range: `bytes=${from}-` }, stalled.signal)
        const begins = from > 0 && response.status === 206 ? beginOf(response, from) : 0
        const body = bodyOf(path, response, begins === 0 ? 200 : 206)
        return { from: begins, chunks: watched(body, timer) } satisfies Piece
      } catch (error) {
        clearTimeout(timer)
        throw error
      }
    },
  }
}

/** Where the bytes of a 206 begin. A server that gives other bytes than those that were asked for would be asked for ever. */
function beginOf(response: Response, from: number): number {
  const begin = /^bytes (\d+)-/.exec(response.headers.get('content-range') ?? '')?.[1]
  if (Number(begin) !== from) throw new Error('the server answers a range with other bytes')
  return from
}

function bodyOf(path: string, { body, headers, status }: Response, wanted: number): AsyncIterable<Uint8Array> {
  const coding = headers.get('content-encoding') ?? 'identity'
  if (status === wanted && coding === 'identity') return piecesOf(path, body)
  void body?.cancel()
  if (MISSING.has(status)) throw new RefusedGenerationError(`${path} is not there: the server answers ${status}`)
  if (status !== wanted) throw new Error(`${path} cannot be read: the server answers ${status}`)
  throw new Error(`${path} comes in the coding ${coding}, although none was asked for`)
}

async function* piecesOf(path: string, body: Response['body']): AsyncIterable<Uint8Array> {
  try {
    for await (const chunk of (body ?? []) as AsyncIterable<Uint8Array>) yield chunk
  } catch (error) {
    throw broken(path, error)
  }
}

/** Errors of `fetch` have their reason within them. */
function broken(path: string, error: unknown): Error {
  const { cause } = error as Error
  return new Error(`${path} cannot be read: ${reasonOf(cause ?? error)}`, { cause: error })
}

async function* watched(chunks: AsyncIterable<Uint8Array>, timer: NodeJS.Timeout): AsyncIterable<Uint8Array> {
  try {
    for await (const chunk of chunks) {
      timer.refresh()
      yield chunk
    }
  } finally {
    clearTimeout(timer)
  }
}
