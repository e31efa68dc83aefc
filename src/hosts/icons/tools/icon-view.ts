import type { IconRecord } from '../../../icons/icon-record.ts'

/** Number of tags of an icon in a list that are worth a model's context; the best come first. */
const TAG_LIMIT = 4

/** Describes an icon in a list: enough to choose by. `describeIcon` gives the rest. */
export function summarise(icon: IconRecord): string {
  const { id, title, category, tags, formats, variants } = icon
  const url = formats.find(({ ext }) => ext === 'svg')?.url ?? formats[0]?.url ?? ''
  const about = [[category, ...tags.slice(0, TAG_LIMIT)].join(', '), ...stylesLine(variants)]
  return `${id}: ${title} [${formats.map(({ ext }) => ext).join(' ')}] ${url}\n  ${about.join('; ')}`
}

/** Describes everything of a record that a model needs. Programs read it as the resource `icon://{id}`. */
export function describeIcon(icon: IconRecord): string {
  const { id, title, set, category, style, width, height, durationMs, frameRate, loop } = icon
  const { aliases, formats, source, tags, variants } = icon
  const motion = [
    ...(durationMs === null ? [] : [`${durationMs / 1000} s`]),
    ...(frameRate === null ? [] : [`${frameRate} frames a second`]),
    loop ? 'loops' : 'plays once',
  ]
  return [
    `${title} (${id})`,
    `set ${set}, category ${category}${style === '' ? '' : `, style ${style}`}, ${width}×${height}, ${motion.join(', ')}`,
    ...formats.map(({ ext, url, bytes }) => `${ext}: ${url} (${bytes} bytes)`),
    ...stylesLine(variants),
    ...(tags.length === 0 ? [] : [`tags: ${tags.join(', ')}`]),
    ...(aliases.length === 0 ? [] : [`also named: ${aliases.join(', ')}`]),
    `${creditLine(icon)}, from ${source.package} ${source.version}`,
  ].join('\n')
}

/** Names what whoever shows an icon has to keep to. */
export function creditLine({ author, license }: IconRecord): string {
  return `licence ${license.spdx} (${license.url}), by ${author.name} (${author.url})`
}

function stylesLine(variants: readonly string[]): string[] {
  return variants.length === 0 ? [] : [`other styles: ${variants.join(', ')}`]
}
