// The client of Signpost: `createDocsClient` and `createIconsClient`. Types of parameters and answers are those of the API
// descriptions, from which docs-api.ts and icons-api.ts are generated.
import { createCall, type CallOptions, type ClientOptions } from './call.ts'
import type { operations as DocsOperations } from './docs-api.ts'
import type { operations as IconsOperations } from './icons-api.ts'

export { SignpostError } from './signpost-error.ts'
export type { CallOptions, ClientOptions } from './call.ts'

/** Query parameters of an operation. */
type QueryOf<Operation> = Operation extends { parameters: { query?: infer Query } } ? NonNullable<Query> : never
/** The body of an operation's answer of status 200. */
type AnswerOf<Operation> = Operation extends { responses: { 200: { content: { 'application/json': infer Answer } } } }
  ? Answer
  : never

export type SearchQuery = QueryOf<DocsOperations['searchDocs']>
export type SearchResponse = AnswerOf<DocsOperations['searchDocs']>
export type Page = AnswerOf<DocsOperations['getDocPage']>
export type IconQuery = QueryOf<IconsOperations['searchIcons']>
export type IconsResponse = AnswerOf<IconsOperations['searchIcons']>
export type IconRecord = AnswerOf<IconsOperations['getIcon']>
export type Categories = AnswerOf<IconsOperations['listCategories']>
export type Sets = AnswerOf<IconsOperations['listSets']>
export type SuggestQuery = QueryOf<IconsOperations['suggestWords']>
export type Suggestions = AnswerOf<IconsOperations['suggestWords']>

/** Calls the documentation host. Every method rejects as `createCall` says. */
export interface DocsClient {
  search(query: SearchQuery, options?: CallOptions): Promise<SearchResponse>
  /** @param path a path such as `/en/guides/start`, or a full address of a page */
  page(path: string, options?: CallOptions): Promise<Page>
  /** The index for language models, as Markdown. */
  llmsTxt(options?: CallOptions): Promise<string>
}

/** Calls the icons host. */
export interface IconsClient {
  search(query: IconQuery, options?: CallOptions): Promise<IconsResponse>
  icon(id: string, options?: CallOptions): Promise<IconRecord>
  categories(options?: CallOptions): Promise<Categories>
  sets(options?: CallOptions): Promise<Sets>
  suggest(query: SuggestQuery, options?: CallOptions): Promise<Suggestions>
}

export function createDocsClient(client: ClientOptions): DocsClient {
  const call = createCall(client)
  return {
    search: async (query, options = {}) => (await (await call('/api/search', query, options)).json()) as SearchResponse,
    page: async (path, options = {}) => (await (await call('/api/page', { path }, options)).json()) as Page,
    llmsTxt: async (options = {}) => (await call('/llms.txt', {}, options)).text(),
  }
}

export function createIconsClient(client: ClientOptions): IconsClient {
  const call = createCall(client)
  return {
    search: async (query, options = {}) =>
      (await (await call('/api/v1/icons', query, options)).json()) as IconsResponse,
    async icon(id, options = {}) {
      const response = await call(`/api/v1/icons/${encodeURIComponent(id)}`, {}, options)
      return (await response.json()) as IconRecord
    },
    categories: async (options = {}) => (await (await call('/api/v1/categories', {}, options)).json()) as Categories,
    sets: async (options = {}) => (await (await call('/api/v1/sets', {}, options)).json()) as Sets,
    suggest: async (query, options = {}) =>
      (await (await call('/api/v1/suggest', query, options)).json()) as Suggestions,
  }
}
