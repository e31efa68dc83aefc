import { z } from 'zod'
import { ICON_EXTENSIONS } from '../../../icons/icon-record.ts'
import type { IconRecord } from '../../../icons/icon-record.ts'

/** Number of tags that are worth a model's context; the best come first. */
const TAG_LIMIT = 6

/** Schema of an icon in a search: enough to choose by. `get_icon` gives the rest. */
export const iconSummary = z.object({
  id: z.string(),
  title: z.string(),
  set: z.string(),
  category: z.string(),
  style: z.string().describe('Empty in a set without styles'),
  tags: z.array(z.string()),
  formats: z.array(z.enum(ICON_EXTENSIONS)),
  variants: z.array(z.string()).describe('Ids of its other styles'),
  url: z.string().describe('Address of the animation as SVG'),
  score: z.number(),
})

export function summarise(icon: IconRecord & { readonly score: number }): z.output<typeof iconSummary> {
  const { id, title, set, category, style, tags, formats, variants, score } = icon
  return {
    id,
    title,
    set,
    category,
    style,
    tags: tags.slice(0, TAG_LIMIT),
    formats: formats.map(({ ext }) => ext),
    variants: [...variants],
    url: formats.find(({ ext }) => ext === 'svg')?.url ?? formats[0]?.url ?? '',
    score,
  }
}

/** Schema of the whole record (choices §3). */
export const iconDetails = z.object({
  id: z.string(),
  name: z.string(),
  title: z.string(),
  set: z.string(),
  category: z.string(),
  style: z.string().describe('Empty in a set without styles'),
  tags: z.array(z.string()),
  aliases: z.array(z.string()),
  width: z.number().describe('Pixels'),
  height: z.number().describe('Pixels'),
  frameRate: z.number().nullable().describe('Frames a second; null for SVG animation'),
  durationMs: z.number().nullable(),
  loop: z.boolean(),
  formats: z.array(
    z.object({
      ext: z.enum(ICON_EXTENSIONS),
      mediaType: z.string(),
      url: z.string(),
      bytes: z.int(),
      sha256: z.string(),
    }),
  ),
  variants: z.array(z.string()).describe('Ids of its other styles'),
  license: z.object({ spdx: z.string(), url: z.string() }),
  author: z.object({ name: z.string(), url: z.string() }),
  source: z.object({ package: z.string(), version: z.string() }),
})

/** Describes a record in lines for a model. */
export function describeIcon(icon: IconRecord): string {
  const { id, title, set, category, style, width, height, durationMs, formats, variants, license, author } = icon
  const duration = durationMs === null ? '' : `, ${durationMs / 1000} s`
  return [
    `${title} (${id})`,
    `set ${set}, category ${category}${style === '' ? '' : `, style ${style}`}, ${width}×${height}${duration}`,
    ...formats.map(({ ext, url, bytes }) => `${ext}: ${url} (${bytes} bytes)`),
    ...(variants.length === 0 ? [] : [`other styles: ${variants.join(', ')}`]),
    `licence ${license.spdx}, by ${author.name}`,
  ].join('\n')
}
