interface Marked {
  readonly value: string
  readonly matchLevel: string
  readonly matchedWords: readonly string[]
}

interface Marks {
  readonly hierarchy?: Readonly<Record<string, Marked>>
  readonly content?: Marked
}

export interface Hit {
  readonly objectID: string
  readonly url: string
  readonly type: string
  readonly content: string | null
  readonly hierarchy: Readonly<Record<string, string | null>>
  readonly language?: string
  readonly version?: string
  readonly _highlightResult: Marks
  readonly _snippetResult?: Marks
}

export interface Found {
  readonly hits: readonly Hit[]
  readonly nbHits: number
  readonly nbPages: number
  readonly page: number
  readonly hitsPerPage: number
  readonly query: string
  readonly index: string
  readonly queryID?: string
  readonly facets?: Readonly<Record<string, Readonly<Record<string, number>>>>
}

export async function post(
  url: string,
  path: string,
  body: unknown,
  contentType = 'application/json',
): Promise<Response> {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  return fetch(url + path, { method: 'POST', body: text, headers: { 'Content-Type': contentType } })
}

export async function search(url: string, parameters: object, index = 'widgets'): Promise<Found> {
  return (await (await post(url, `/1/indexes/${index}/query`, parameters)).json()) as Found
}
