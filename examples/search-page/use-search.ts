import { createDocsClient, SignpostError, type SearchResponse } from '@signpost/client'
import { useEffect, useMemo, useState } from 'react'

export interface Found {
  readonly results: SearchResponse['results']
  /** What the page says about the search: how much was found, or what went wrong. */
  readonly said: string
}

const NOTHING: Found = { results: [], said: '' }

/**
 * Searches the documentation for what the reader has typed. Each letter ends the request of the letter before it.
 *
 * @param host address of the documentation host
 * @param isFinished Whether the reader has finished typing. Only a search that is finished is counted.
 */
export function useSearch(host: string, query: string, isFinished: boolean): Found {
  const docs = useMemo(() => createDocsClient({ baseUrl: host }), [host])
  const [found, setFound] = useState(NOTHING)
  const q = query.trim()
  useEffect(() => {
    if ([...q].length < 2) return setFound(NOTHING)
    const ending = new AbortController()
    docs.search({ q, limit: 5, ...(isFinished ? {} : { typing: '1' }) }, { signal: ending.signal }).then(
      ({ results, total }) => setFound({ results, said: total === 0 ? 'Nothing was found.' : `Pages found: ${total}` }),
      (error: unknown) => {
        if (!ending.signal.aborted) setFound({ results: [], said: explain(error) })
      },
    )
    return () => ending.abort()
  }, [docs, q, isFinished])
  return found
}

function explain(error: unknown): string {
  return error instanceof SignpostError ? error.message : 'The search cannot be reached.'
}
