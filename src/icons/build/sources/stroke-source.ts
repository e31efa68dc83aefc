import { z } from 'zod'
import type { CatalogueFault } from '../../catalogue.ts'
import { ICON_ID } from '../../icon-record.ts'
import { UnusableFileError } from '../../../shared/unusable-file-error.ts'
import { ownValue } from '../own-value.ts'
import { findPackage, readPackageJson, type InstalledPackage } from '../packages.ts'
import { titleOf, type SourceIcon, type SourceIcons } from '../source-icon.ts'
import { CatalogueError, type StrokeSource } from '../sources.ts'
import { MOTIONS } from '../strokes/motions.ts'
import { animateStrokes } from '../strokes/animate-strokes.ts'
import { strokeShapes } from '../strokes/stroke-shape.ts'
import { createNameTable } from './name-table.ts'
import { append } from '../../../shared/append.ts'

/** Maximum number of icons of a set. */
const ICONS_LIMIT = 10_000

const NODES = z.record(z.string(), z.unknown())
const TAGS = z.record(z.string(), z.array(z.string()))
const CODES = z.record(z.string(), z.number())

/**
 * Lists the icons of a package of still strokes, and makes animations of them by the rules of the source. The files are
 * written here, and read, checked and converted like those of any source.
 */
export function readStrokeSource(source: StrokeSource): SourceIcons {
  const { id: set, license, author, tags } = source
  const from = findPackage(source.package)
  const nodes = read(from, 'icon-nodes.json', NODES)
  const words = read(from, 'tags.json', TAGS)
  const aliases = aliasesByName(Object.keys(nodes), read(from, 'font/codepoints.json', CODES))
  const motions = createNameTable(MOTIONS.map((motion) => [motion, source.motions[motion]] as const))
  const categories = createNameTable(Object.entries(source.categoryWords))
  const names = Object.keys(nodes)
  if (names.length > ICONS_LIMIT) throw new CatalogueError(`${from.name} has more than ${ICONS_LIMIT} icons`)
  const faults: CatalogueFault[] = []
  const icons: SourceIcon[] = []
  for (const name of names) {
    const file = `${from.name}/icon-nodes.json#${name}`
    const shapes = strokeShapes.safeParse(nodes[name])
    if (!shapes.success || !ICON_ID.test(name)) {
      const reason = shapes.success ? 'its name cannot be part of an id' : 'it does not consist of strokes'
      faults.push({ file, reason })
      continue
    }
    const motion = motions.atStart(name)
    try {
      const { lottie, svg } = animateStrokes(name, shapes.data, motion)
      icons.push({
        set,
        name,
        title: titleOf(name),
        style: '',
        category: categories.anywhere(name) ?? source.category,
        aliases: aliases.get(name) ?? [],
        tags,
        associations: ownValue(words, name) ?? [],
        loop: motion === 'spin',
        svg: { file, text: svg },
        lottie: { file, text: lottie },
        license,
        author,
        source: { package: from.name, version: from.version },
      })
    } catch (error) {
      if (!(error instanceof UnusableFileError)) throw error
      faults.push({ file, reason: error.message })
    }
  }
  return { icons, changedAt: 0, faults }
}

function read<Schema extends z.ZodType>(from: InstalledPackage, file: string, schema: Schema): z.infer<Schema> {
  const parsed = schema.safeParse(readPackageJson(from, file))
  if (!parsed.success) throw new CatalogueError(`${from.name}/${file} has an unexpected form`)
  return parsed.data
}

/** Name of an icon → its other names, which have the same code in the set's font. */
function aliasesByName(names: readonly string[], codes: Readonly<Record<string, number>>): Map<string, string[]> {
  const nameOf = new Map(names.map((name) => [codes[name], name]))
  const found = new Map<string, string[]>()
  for (const [alias, code] of Object.entries(codes)) {
    const name = nameOf.get(code)
    if (name !== undefined && name !== alias && ICON_ID.test(alias)) append(found, name, alias)
  }
  return found
}
