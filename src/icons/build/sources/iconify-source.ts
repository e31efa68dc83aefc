import { z } from 'zod'
import type { CatalogueFault } from '../../catalogue.ts'
import { ICON_ID } from '../../icon-record.ts'
import { ownValue } from '../own-value.ts'
import { findPackage, readPackageJson } from '../packages.ts'
import { titleOf, type SourceIcon, type SourceIcons } from '../source-icon.ts'
import { CatalogueError, type IconifySource } from '../sources.ts'
import { append } from '../../../shared/append.ts'

const size = z.number().positive().max(10_000)

/** The part of IconifyJSON that is used here. Icons that are turned or flipped in aliases are left out. */
const ICONS = z.object({
  /** Seconds since the epoch. */
  lastModified: z.number().int().nonnegative().default(0),
  width: size.default(16),
  height: size.default(16),
  icons: z.record(
    z.string(),
    z.object({
      body: z.string(),
      left: z.number().default(0),
      top: z.number().default(0),
      width: size.optional(),
      height: size.optional(),
      hidden: z.boolean().default(false),
    }),
  ),
  aliases: z.record(z.string(), z.looseObject({ parent: z.string() })).default({}),
})

const METADATA = z.object({ categories: z.record(z.string(), z.array(z.string())).default({}) })

/** SMIL elements; a body without one is not animated. */
const MOVES = /<(?:animate|animateTransform|animateMotion|set)\b/

/** Lists the animated icons of an Iconify package, each as its own file. */
export function readIconifySource(source: IconifySource): SourceIcons {
  const { id: set, license, author, tags } = source
  const from = findPackage(source.package)
  const parsed = ICONS.safeParse(readPackageJson(from, 'icons.json'))
  const metadata = METADATA.safeParse(readPackageJson(from, 'metadata.json'))
  if (!parsed.success) throw new CatalogueError(`${from.name}/icons.json cannot be used: ${parsed.error.message}`)
  if (!metadata.success)
    throw new CatalogueError(`${from.name}/metadata.json cannot be used: ${metadata.error.message}`)
  const categories = categoriesByName(metadata.data.categories, source.categories)
  const aliases = aliasesByName(parsed.data.aliases)
  const faults: CatalogueFault[] = []
  const icons: SourceIcon[] = []
  for (const [name, icon] of Object.entries(parsed.data.icons)) {
    if (icon.hidden || !MOVES.test(icon.body)) continue
    if (!ICON_ID.test(name)) {
      faults.push({ file: `${from.name}/icons.json`, reason: 'an icon has a name that cannot be part of an id' })
      continue
    }
    const { width = parsed.data.width, height = parsed.data.height, left, top, body } = icon
    const text = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="${left} ${top} ${width} ${height}">${body}</svg>`
    icons.push({
      set,
      name,
      title: titleOf(name),
      style: '',
      category: ownValue(source.categoryOf, name) ?? categories.get(name) ?? source.category,
      aliases: aliases.get(name) ?? [],
      tags,
      loop: null,
      svg: { file: `${from.name}#${name}`, text },
      lottie: null,
      license,
      author,
      source: { package: from.name, version: from.version },
    })
  }
  return { icons, changedAt: parsed.data.lastModified * 1000, faults }
}

function categoriesByName(
  theirs: Readonly<Record<string, readonly string[]>>,
  toOurs: Readonly<Record<string, string>>,
): Map<string, string> {
  const found = new Map<string, string>()
  for (const [category, names] of Object.entries(theirs)) {
    const ours = ownValue(toOurs, category)
    for (const name of names) if (ours !== undefined && !found.has(name)) found.set(name, ours)
  }
  return found
}

/** Name of an icon → its other names. */
function aliasesByName(aliases: Readonly<Record<string, Readonly<Record<string, unknown>>>>): Map<string, string[]> {
  const found = new Map<string, string[]>()
  for (const [alias, { parent, hidden, ...changes }] of Object.entries(aliases)) {
    if (typeof parent !== 'string' || hidden === true || Object.keys(changes).length > 0 || !ICON_ID.test(alias))
      continue
    append(found, parent, alias)
  }
  return found
}
