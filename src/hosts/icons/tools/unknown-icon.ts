import type { IconRecord } from '../../../icons/icon-record.ts'
import type { IconsService } from '../../../icons/icons-service.ts'
import { normaliseQuery } from '../../../shared/normalise-query.ts'
import type { CallResult } from '../../../mcp/features/tool.ts'
import { decode, failed } from '../../../mcp/tool-kit/results.ts'

const ALTERNATIVES = 5
/** Longest id that is worth a search. */
const ID_LIMIT_CHARS = 100

/** Makes the result for an unknown id, with the ids of icons whose names are close to it. */
export async function unknownIcon(icons: IconsService, id: string, signal: () => boolean): Promise<CallResult> {
  const query = normaliseQuery(id.slice(0, ID_LIMIT_CHARS).replace(/[^\p{L}\p{N}]+/gu, ' '))
  const filters = { category: null, style: null, set: null, format: null }
  const answer = query === '' ? null : await icons.search({ query, limit: ALTERNATIVES, offset: 0, ...filters }, signal)
  const close = answer?.ok === true ? idsOf(JSON.parse(decode(answer.value)) as Found) : []
  return failed(
    close.length === 0
      ? 'No icon has this id. Find ids with search_icons.'
      : `No icon has this id. Close ones: ${close.join(', ')}.`,
  )
}

interface Found {
  readonly results: readonly IconRecord[]
  readonly nearest?: readonly IconRecord[]
}

function idsOf({ nearest = [], results }: Found): string[] {
  return [...results, ...nearest].slice(0, ALTERNATIVES).map(({ id }) => id)
}
