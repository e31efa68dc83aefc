import { below, joinAddress } from '../addresses.ts'
import type { DocPlaces } from '../kinds/docusaurus/doc-places.ts'
import type { Place } from '../source.ts'

/** Addresses of the documents of Docusaurus, by which its header and its sidebars name them. */
export interface DocAddresses {
  /** @param language `''`: the default one */
  add(part: DocPart, id: string, place: Pick<Place, 'path' | 'order'>, language: string): void
  /** Address of a document of a plugin; null: there is none of this id. */
  readonly at: (plugin: string, id: string) => string | null
  /** Address of the first document of a sidebar of a plugin; null: there is none. */
  readonly firstOf: (plugin: string, sidebar: string) => string | null
  /** Address of a document by its id, or of the first one of a folder, whose path ends with a slash; null: there is none. */
  readonly first: (plugin: string, what: string, language: string) => string | null
}

interface DocPart {
  /** Id of the plugin. */
  readonly plugin: string
  /** Its sidebars; null: it has none. */
  readonly places: Pick<DocPlaces, 'firsts'> | null
}

export function createDocAddresses(): DocAddresses {
  const parts = new Map<string, DocPart>()
  const placed = new Map<string, Map<string, Pick<Place, 'path' | 'order'>>>()

  function first(plugin: string, what: string, language: string): string | null {
    const docs = placed.get(`${language}/${plugin}`) ?? new Map<string, Pick<Place, 'path' | 'order'>>()
    if (!what.endsWith('/')) return docs.get(what)?.path ?? null
    const folder = joinAddress(what)
    const within = [...docs].filter(([id]) => below(id, folder) !== null)
    const [page] = within.sort(([a, { order: left }], [b, { order: right }]) => {
      return (left ?? Number.MAX_SAFE_INTEGER) - (right ?? Number.MAX_SAFE_INTEGER) || (a < b ? -1 : 1)
    })
    return page?.[1].path ?? null
  }

  return {
    first,
    at: (plugin, id) => first(plugin, id, ''),
    add(part, id, { order, path }, language) {
      const key = `${language}/${part.plugin}`
      const docs = placed.get(key) ?? new Map()
      parts.set(part.plugin, part)
      placed.set(key, docs.set(id, { order, path }))
    },
    firstOf(plugin, sidebar) {
      const what = parts.get(plugin)?.places?.firsts.get(sidebar)
      return what === undefined ? null : first(plugin, what, '')
    },
  }
}
