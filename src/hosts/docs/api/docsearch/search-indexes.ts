import { createHash } from 'node:crypto'
import type { DocsService } from '../../../../docs/served/docs-service.ts'
import { algoliaWire } from '../../../../http/route/error-wires.ts'
import { json, type Cacheable, type Outcome } from '../../../../http/route/reply.ts'
import type { Endpoint, RouteRequest } from '../../../../http/route/route.ts'
import type { ServiceError } from '../../../../http/route/service-error.ts'
import { readJsonObject } from '../../../../http/wire/read-json-object.ts'
import { unavailable } from '../../../content-reply.ts'
import { askQuery, readText, type FoundQuery, type ReadQuery } from './answer-query.ts'
import { chooseWindows, TagBudget } from './budget.ts'
import { chooseScope } from './filters.ts'
import { HONOURED, readParameters } from './parameters.ts'
import { createAddressGate, type AddressLimit } from '../../../../limits/address-gate.ts'
import type { Limiter } from '../../../../limits/limiter.ts'
import { decodePercent } from '../../../../shared/decode-percent.ts'
import { measureJson } from '../../../../shared/json-measures.ts'
import { createTurns } from '../../../turns.ts'

/** DocSearch sends some 700 bytes for a query. */
const BODY_LIMIT_BYTES = 32 * 1024
/** Bytes for which a body counts as at least one query: reading a long one takes as long as a search. */
const UNIT_BYTES = 4096
/** A text that the answer repeats. Nobody reads it but people. */
const ECHO_LIMIT_CHARS = 1000
/** Queries of one request. Search boxes send one, and results pages one for each facet beside it. */
const QUERIES_LIMIT = 20
/** Five hundred people behind one address may type at once, with a letter in each ten seconds. */
const SEARCHES: AddressLimit = {
  name: 'docsearch',
  limit: 3000,
  windowMs: 60_000,
  detail: 'More than 3,000 searches came from this address within 60 seconds. Wait for Retry-After.',
  most: QUERIES_LIMIT,
}

/** Paths of searches in an index, below any prefix. */
const INDEX_PATH = /\/1\/indexes\/(?<index>[^/]+)\/(?<operation>query|queries)$/

/** Media types under which clients of Algolia send JSON, so that browsers need no preflight. */
export const SENT_AS = ['application/x-www-form-urlencoded', 'text/plain'] as const

type Body = Readonly<Record<string, unknown>>

/**
 * `/1/indexes/…`: answers the searches of clients of Algolia, DocSearch among them. `{index}/query` takes one query, and
 * `{index}/queries` takes several, with a star for the index too.
 */
export function searchIndexes(docs: DocsService, limiter: Limiter): Endpoint {
  const turn = createTurns()
  return {
    method: 'POST',
    wire: algoliaWire,
    body: { mediaType: 'application/json', alsoSentAs: SENT_AS, limitBytes: BODY_LIMIT_BYTES },
    gate: createAddressGate(limiter, SEARCHES),
    cost: ({ body }) => costOf(body),
    answer: (request) => answerSearch(docs, turn, request),
  }
}

const CLIENT_GONE = { detail: 'The client went away.', retryAfterSeconds: 1, reason: 'other' } as const

/** Counts the queries of a body that nobody has parsed yet. */
function costOf(body: Uint8Array): number {
  const { thirdLevelObjects } = measureJson(Buffer.from(body.buffer, body.byteOffset, body.byteLength))
  return Math.min(QUERIES_LIMIT, Math.max(1, thirdLevelObjects, Math.ceil(body.byteLength / UNIT_BYTES)))
}

function answerSearch(docs: DocsService, turn: () => Promise<void>, { body, path }: RouteRequest): Outcome | Cacheable {
  const { index, operation } = INDEX_PATH.exec(path)?.groups ?? {}
  if (index === undefined) return notHere()
  const indexName = decodePercent(index)
  if (indexName === null) return invalid('The name of the index is not correctly percent-encoded.')
  // The body is long beside a key, so the key is its digest.
  const digest = createHash('sha256').update(body).digest('base64url')
  return {
    key: `docsearch ${operation} ${digest} ${indexName}`,
    async produce(aborted) {
      await turn()
      const parsed = body.byteLength === 0 ? {} : readJsonObject(body)
      if (parsed === null) return invalid('The body must be a JSON object in UTF-8.')
      const single = operation === 'query'
      const requests = single ? [parsed] : requestsOf(parsed)
      if (typeof requests === 'string') return invalid(requests)
      const queries: ReadQuery[] = []
      for (const each of requests) {
        const query = readQuery(docs, indexName, each)
        if (typeof query === 'string') return invalid(query)
        queries.push(query)
      }
      const windows = chooseWindows(queries.map(({ parameters }) => parameters))
      const answers = await Promise.all(queries.map((query, at) => askQuery(docs, query, windows[at]!, aborted)))
      const found: FoundQuery[] = []
      for (const answer of answers) {
        if (!answer.ok) return unavailable(answer)
        found.push(answer.value)
      }
      await turn()
      if (aborted()) return unavailable(CLIENT_GONE)
      const tags = new TagBudget()
      const results = found.map(({ write }) => write(tags))
      return {
        status: 200,
        mediaType: 'application/json',
        body: json(single ? results[0] : { results }),
        cacheControl: 'no-store',
      }
    },
  }
}

function requestsOf({ requests }: Body): readonly Body[] | string {
  if (!Array.isArray(requests)) return 'requests must be a list of queries.'
  if (requests.length > QUERIES_LIMIT) return `There may be ${QUERIES_LIMIT} queries at most.`
  const objects = requests.filter((each): each is Body => typeof each === 'object' && each !== null)
  return objects.length === requests.length ? objects : 'Each of requests must be an object.'
}

/** @returns the query, or what is wrong with it */
function readQuery(docs: DocsService, indexName: string, request: Body): ReadQuery | string {
  const parameters = readParameters(request)
  if (typeof parameters === 'string') return parameters
  if (parameters.type === 'facet') return 'Values of facets cannot be searched here.'
  const index = parameters.indexName === '' ? indexName : parameters.indexName
  const text = readText(parameters.query)
  const scope = chooseScope(docs.site, { ...parameters, indexName: index, query: text })
  if (scope === null) return 'filters may say that attributes have values, joined by AND. Use facetFilters for others.'
  return { parameters, text, scope, index, echo: echoOf(request) }
}

/** The parameters of a query as a form, as Algolia repeats them, as far as they are honoured and are not long. */
function echoOf(request: Body): string {
  const form = new URLSearchParams()
  for (const name of HONOURED) {
    const value = request[name]
    if (name === 'indexName' || name === 'params' || value === undefined) continue
    form.set(name, typeof value === 'string' ? value.slice(0, ECHO_LIMIT_CHARS) : JSON.stringify(value))
  }
  const { params } = request
  const all = [form.toString(), ...(typeof params === 'string' ? [params] : [])].filter((part) => part !== '').join('&')
  return all.length <= ECHO_LIMIT_CHARS ? all : all.slice(0, Math.max(0, all.lastIndexOf('&', ECHO_LIMIT_CHARS)))
}

function invalid(detail: string): ServiceError {
  return { ok: false, status: 400, code: 'invalid_query', detail }
}

function notHere(): ServiceError {
  const detail = 'Only searches are answered here: {index}/query, {index}/queries and */queries.'
  return { ok: false, status: 404, code: 'endpoint_not_found', detail }
}
