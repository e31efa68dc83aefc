import { printable } from '../shared/terminal/log-text.ts'
import { askDocs } from './ask-docs.ts'
import type { Given } from './command.ts'

interface SearchOptions {
  readonly content: string | undefined
  readonly locale: string | undefined
  readonly limit: string | undefined
  readonly json: boolean
}

interface Found {
  readonly query: string
  readonly total: number
  readonly results: readonly {
    readonly title: string
    readonly description: string
    readonly url: string
    readonly anchor?: string
    readonly highlights?: { readonly extract: string }
  }[]
}

/** `signpost search "…"`: prints what a search of the documentation finds. */
export async function search({ env, options, words }: Given<SearchOptions>): Promise<number> {
  const { content, json, limit = '5', locale } = options
  const asked = new URLSearchParams({
    q: words.join(' '),
    limit,
    include: 'highlights',
    ...(locale === undefined ? {} : { locale }),
  })
  const body = await askDocs(`/api/search?${asked.toString()}`, env, content)
  const found = JSON.parse(body) as Found
  process.stdout.write(json ? `${body}\n` : describe(found))
  return found.results.length === 0 ? 1 : 0
}

function describe({ query, results, total }: Found): string {
  if (results.length === 0) return `Nothing was found for ${printable(query)}.\n`
  const lines = results.map(({ anchor = '', description, highlights, title, url }) => {
    const about = highlights?.extract ?? description
    const place = anchor === '' ? url : `${url}#${anchor}`
    return `${printable(title)}\n  ${printable(place)}\n${about === '' ? '' : `  ${printable(about)}\n`}`
  })
  return `${lines.join('\n')}\n${results.length} of ${total} pages\n`
}
