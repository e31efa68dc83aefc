import { createHash } from 'node:crypto'
import type { DocsService } from '../../../../docs/docs-service.ts'
import { algoliaWire } from '../../../../http/route/error-wires.ts'
import { json, type Cacheable, type Outcome } from '../../../../http/route/reply.ts'
import type { Endpoint, RouteRequest } from '../../../../http/route/route.ts'
import type { ServiceError } from '../../../../http/route/service-error.ts'
import { readJsonObject } from '../../../../http/wire/read-json-object.ts'
import { unavailable } from '../../../content-reply.ts'
import { answerQuery, type ReadQuery } from './answer-query.ts'
import { chooseScope } from './filters.ts'
import { readParameters } from './parameters.ts'
import { decodePercent } from '../../../../shared/decode-percent.ts'

const BODY_LIMIT_BYTES = 64 * 1024
/** Queries of one request. Search boxes send one, and results pages one for each facet beside it. */
const QUERIES_LIMIT = 20

/** Paths of searches in an index, below any prefix. */
const INDEX_PATH = /\/1\/indexes\/(?<index>[^/]+)\/(?<operation>query|queries)$/

/** Media types under which clients of Algolia send JSON, so that browsers need no preflight. */
export const SENT_AS = ['application/x-www-form-urlencoded', 'text/plain'] as const

type Body = Readonly<Record<string, unknown>>

/**
 * `/1/indexes/…`: answers the searches of clients of Algolia, DocSearch among them. `{index}/query` takes one query, and
 * `{index}/queries` takes several, with a star for the index too.
 */
export function searchIndexes(docs: DocsService): Endpoint {
  return {
    method: 'POST',
    wire: algoliaWire,
    body: { mediaType: 'application/json', alsoSentAs: SENT_AS, limitBytes: BODY_LIMIT_BYTES },
    answer: (request) => answerSearch(docs, request),
  }
}

function answerSearch(docs: DocsService, { body, path }: RouteRequest): Outcome | Cacheable {
  const { index, operation } = INDEX_PATH.exec(path)?.groups ?? {}
  if (index === undefined) return notHere()
  const indexName = decodePercent(index)
  if (indexName === null) return invalid('The name of the index is not correctly percent-encoded.')
  // The body is long beside a key, so the key is its digest.
  const digest = createHash('sha256').update(body).digest('base64url')
  return {
    key: `docsearch ${operation} ${digest} ${indexName}`,
    async produce(aborted) {
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
      const answers = await Promise.all(queries.map((query) => answerQuery(docs, query, aborted)))
      const results: object[] = []
      for (const answer of answers) {
        if (!answer.ok) return unavailable(answer)
        results.push(answer.value)
      }
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
  const scope = chooseScope(docs.site, { ...parameters, indexName: index })
  if (scope === null) return 'filters may say that attributes have values, joined by AND. Use facetFilters for others.'
  return { parameters, scope, index, echo: echoOf(request) }
}

/** The parameters of a query as a form, as Algolia repeats them. */
function echoOf({ indexName: _name, params, ...beside }: Body): string {
  const form = new URLSearchParams(typeof params === 'string' ? params : '')
  for (const [name, value] of Object.entries(beside)) {
    form.set(name, typeof value === 'string' ? value : JSON.stringify(value))
  }
  return form.toString()
}

function invalid(detail: string): ServiceError {
  return { ok: false, status: 400, code: 'invalid_query', detail }
}

function notHere(): ServiceError {
  const detail = 'Only searches are answered here: {index}/query, {index}/queries and */queries.'
  return { ok: false, status: 404, code: 'endpoint_not_found', detail }
}
