import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

const ICONIFY_SETS = ['line-md', 'svg-spinners', 'eos-icons']

/**
 * @returns the names of all animated icons of the sets that come with the service, by set. They are read from the packages
 * without our code.
 */
export function readIconNames(): Map<string, ReadonlySet<string>> {
  const found = new Map<string, ReadonlySet<string>>([['meteocons', new Set(weatherNames())]])
  for (const set of ICONIFY_SETS) {
    const { icons } = readPackage(`@iconify-json/${set}/icons.json`) as {
      icons: Record<string, { body: string; hidden?: boolean }>
    }
    const moving = Object.entries(icons).filter(
      ([, { body, hidden }]) => hidden !== true && /<(?:animate|set)/.test(body),
    )
    found.set(set, new Set(moving.map(([name]) => name)))
  }
  return found
}

/** @returns names and other names of the still strokes, and the number of icons of each tag */
export function readStrokeWords(): {
  readonly names: ReadonlySet<string>
  readonly aliases: ReadonlySet<string>
  readonly tags: ReadonlyMap<string, number>
} {
  const names = Object.keys(readPackage('lucide-static/icon-nodes.json') as object)
  const tagsOf = readPackage('lucide-static/tags.json') as Record<string, readonly string[]>
  const tags = new Map<string, number>()
  for (const tag of names.flatMap((name) => tagsOf[name] ?? [])) tags.set(tag, (tags.get(tag) ?? 0) + 1)
  const aliases = Object.keys(readPackage('lucide-static/font/codepoints.json') as object)
  return { names: new Set(names), aliases: new Set(aliases), tags }
}

function weatherNames(): string[] {
  const { categories } = readPackage('@meteocons/lottie/manifest.json') as {
    categories: { icons: { slug: string; animated: boolean }[] }[]
  }
  return categories.flatMap(({ icons }) => icons.filter(({ animated }) => animated).map(({ slug }) => slug))
}

function readPackage(path: string): unknown {
  return JSON.parse(readFileSync(createRequire(import.meta.url).resolve(path), 'utf8'))
}
