import { isAbsolute, join } from 'node:path'
import { z } from 'zod'
import { FACET_VALUES } from '../../engine/catalogue/catalogue-index.ts'
import { ICON_ID } from '../icon-record.ts'
import { readContentJson } from './read-file.ts'
import { MOTIONS } from './strokes/motions.ts'
import { reasonOf } from '../../shared/reason.ts'

/** The catalogue cannot be built at all. The message is for the operator. */
export class CatalogueError extends Error {
  override readonly name = 'CatalogueError'
}

const id = z.string().max(64).regex(ICON_ID, 'must be lower-case letters and digits, joined by single hyphens')
const text = z.string().trim().min(1).max(200)
const webAddress = z.url({ protocol: /^https?$/ }).max(500)
/** A name that npm allows; it becomes a folder name. */
const packageName = z
  .string()
  .max(214)
  .regex(/^(?:@[a-z0-9~-][a-z0-9._~-]*\/)?[a-z0-9~-][a-z0-9._~-]*$/, 'must be the name of an npm package')

export const license = z.strictObject({ spdx: text, url: webAddress })
export const author = z.strictObject({ name: text, url: webAddress })
export const words = z.array(z.string().trim().min(1).max(100)).max(100)

const common = {
  /** First part of every icon's id. */
  id,
  title: text,
  license,
  author,
  /** Words that find every icon of the set. */
  tags: words.default([]),
  /** Date of the last change, for files that do not state one. Times of files depend on the machine, so they do not count. */
  changed: z.iso.date().optional(),
}

/** A package with `{"styles": […], "categories": [{"slug", "icons": [{"slug", "animated"}]}]}` beside `<style>/<slug>.<ext>`. */
const manifestSource = z.strictObject({
  ...common,
  type: z.literal('manifest'),
  lottie: packageName,
  svg: packageName,
  /** Styles in the order of preference. */
  styles: z.array(id).min(1).max(20),
  /** The package's categories → Signpost's. */
  categories: z.record(z.string(), id),
})

/** A package of the Iconify project: `icons.json` and `metadata.json`. Only animated icons are taken. */
const iconifySource = z.strictObject({
  ...common,
  type: z.literal('iconify'),
  package: packageName,
  categories: z.record(z.string(), id).default({}),
  /** Category of icons whose own category is not among `categories`. */
  category: id,
  /** Icon name → category; this has precedence. */
  categoryOf: z.record(z.string(), id).default({}),
})

/** An object with an optional list of names for each key. */
function listsOf<Key extends string>(keys: readonly Key[]) {
  const list = z.array(id).max(1000).default([])
  return Object.fromEntries(keys.map((key) => [key, list])) as Record<Key, typeof list>
}

/** A package of still strokes as Lucide has them: `icon-nodes.json`, `tags.json` and `font/codepoints.json`. Its icons are made to move. */
const strokeSource = z.strictObject({
  ...common,
  type: z.literal('strokes'),
  package: packageName,
  /** Motion → beginnings of the names of the icons that have it once they are drawn. */
  motions: z.strictObject(listsOf(MOTIONS)).prefault({}),
  /** Category of icons that no word of `categoryWords` is in. */
  category: id,
  /** Category → parts of names. The first part of a name that is here decides. */
  categoryWords: z.record(id, z.array(id).max(1000)).default({}),
})

/** A folder of `<name>.svg`, `<name>.json` (Lottie) and optional `<name>.meta.json` (`SIDECAR`), under `<style>/` if there are styles. */
const folderSource = z.strictObject({
  ...common,
  type: z.literal('folder'),
  /** Folder below `content/icons`. */
  folder: z.string().min(1).refine(isInside, 'must be a folder below content/icons, without . or .. and not absolute'),
  version: text.default('1'),
  styles: z.array(id).max(20).default([]),
  category: id,
})

const SOURCES = z
  .strictObject({
    categories: z
      .array(z.strictObject({ id, title: text }))
      .min(1)
      .max(FACET_VALUES),
    sources: z
      .array(z.discriminatedUnion('type', [manifestSource, iconifySource, strokeSource, folderSource]))
      .min(1)
      .max(FACET_VALUES),
    /** Packages whose words for icons of the same name become tags, and words that never do. */
    tags: z
      .strictObject({ lucide: packageName.optional(), mdi: packageName.optional(), deny: words.default([]) })
      .prefault({}),
  })
  .superRefine(({ categories, sources }, context) => {
    const fault = (message: string): void => context.addIssue({ code: 'custom', message })
    const known = new Set(categories.map(({ id }) => id))
    for (const twice of repeated(categories.map(({ id }) => id))) fault(`the category "${twice}" is there twice`)
    for (const twice of repeated(sources.map(({ id }) => id))) fault(`the source "${twice}" is there twice`)
    const styles = new Set(sources.flatMap(stylesOf))
    if (styles.size > FACET_VALUES)
      fault(`the sources have ${styles.size} styles together, the limit is ${FACET_VALUES}`)
    for (const source of sources) {
      const used = [
        ...(source.type === 'manifest' ? [] : [source.category]),
        ...(source.type === 'manifest' || source.type === 'iconify' ? Object.values(source.categories) : []),
        ...(source.type === 'iconify' ? Object.values(source.categoryOf) : []),
        ...(source.type === 'strokes' ? Object.keys(source.categoryWords) : []),
      ]
      const unknown = new Set(used.filter((category) => !known.has(category)))
      for (const category of unknown) fault(`the source "${source.id}" names the unknown category "${category}"`)
    }
  })

export type Sources = z.infer<typeof SOURCES>
export type Source = Sources['sources'][number]
export type ManifestSource = z.infer<typeof manifestSource>
export type IconifySource = z.infer<typeof iconifySource>
export type StrokeSource = z.infer<typeof strokeSource>
export type FolderSource = z.infer<typeof folderSource>

/** Styles of a source in the order of preference; empty for a source without styles. */
export function stylesOf(source: Source): readonly string[] {
  return source.type === 'manifest' || source.type === 'folder' ? source.styles : []
}

/**
 * Reads `content/icons/sources.json`.
 * @throws {CatalogueError} that names every fault
 */
export function readSources(contentDir: string): Sources {
  const path = join(contentDir, 'icons', 'sources.json')
  let value: unknown
  try {
    value = readContentJson(path)
  } catch (error) {
    const reason = reasonOf(error)
    throw new CatalogueError(`The sources of the icons cannot be read: ${path}: ${reason}`, { cause: error })
  }
  const parsed = SOURCES.safeParse(value)
  if (parsed.success) return parsed.data
  const faults = parsed.error.issues.map(({ path, message }) => `  - ${[...path, message].join(' ')}`)
  throw new CatalogueError(`${path} cannot be used:\n${faults.join('\n')}`)
}

function isInside(folder: string): boolean {
  return !isAbsolute(folder) && folder.split(/[/\\]/).every((part) => part !== '' && part !== '.' && part !== '..')
}

function repeated(values: readonly string[]): Set<string> {
  return new Set(values.filter((value, position) => values.indexOf(value) !== position))
}
