import { type EmbedCode } from '../../../icons/embed/embed-input.ts'
import { pasteText } from '../../../icons/embed/embed-code.ts'
import type { IconRecord } from '../../../icons/icon-record.ts'
import type { Guide } from '../../../icons/icons-service.ts'
import type { Phrases } from './phrases.ts'

/** The members of an icon search's answer that the texts use. */
export interface FoundIcons {
  readonly query: string
  readonly total: number
  readonly results: readonly IconRecord[]
  readonly nearest?: readonly IconRecord[]
}

export interface FoundGuides {
  readonly query: string
  readonly total: number
  readonly results: readonly (Omit<Guide, 'markdown'> & { readonly url: string })[]
}

export function listIcons({ nearest = [], query, results, total }: FoundIcons, phrases: Phrases): string {
  if (total === 0 && nearest.length === 0) return phrases.noIcons(query)
  const lines = [...results, ...nearest].map(({ formats, id, title }) => `- ${title} (${id}): ${formats[0]?.url ?? ''}`)
  return [total === 0 ? phrases.nearest(query) : phrases.found('icon', query, total, results.length), ...lines].join(
    '\n',
  )
}

export function listGuides({ query, results, total }: FoundGuides, phrases: Phrases): string {
  if (total === 0) return phrases.noGuides(query)
  const lines = results.map(({ description, slug, title, url }) => `- ${title} (${slug}): ${description} ${url}`)
  return [phrases.found('guide', query, total, results.length), ...lines].join('\n')
}

export function describeIcon(icon: IconRecord, phrases: Phrases): string {
  const { author, formats, height, id, license, title, variants, width } = icon
  return [
    `${title} (${id}), ${width} × ${height}, ${license.spdx}, ${author.name}`,
    ...formats.map(({ ext, url }) => `- ${ext}: ${url}`),
    ...(variants.length === 0 ? [] : [`${phrases.otherStyles}: ${variants.join(', ')}`]),
  ].join('\n')
}

/** Shows code as Markdown, with what its use demands. */
export function showCode(
  { author, id, license, title }: IconRecord,
  embed: EmbedCode,
  others: readonly IconRecord[],
  phrases: Phrases,
): string {
  return [
    `${title} (${id}), ${embed.target}, ${license.spdx}, ${author.name}`,
    pasteText(embed),
    ...(others.length === 0 ? [] : [`${phrases.otherIcons}: ${others.map((other) => other.id).join(', ')}`]),
  ].join('\n\n')
}
