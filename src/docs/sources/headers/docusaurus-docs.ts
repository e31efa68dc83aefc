import { below, joinAddress } from '../addresses.ts'
import type { DocPlaces } from '../kinds/docusaurus/doc-places.ts'
import type { Place } from '../source.ts'

/** Addresses of the documents of Docusaurus, by which its header names them. */
export interface DocAddresses {
  add(part: DocPart, id: string, place: Pick<Place, 'path' | 'order'>): void
  /** Address of a document of a plugin; null: there is none of this id. */
  readonly at: (plugin: string, id: string) => string | null
  /** Address of the first document of a sidebar of a plugin; null: there is none. */
  readonly firstOf: (plugin: string, sidebar: string) => string | null
}

interface DocPart {
  /** Id of the plugin. */
  readonly plugin: string
  /** Its sidebars; null: it has none. */
  readonly places: Pick<DocPlaces, 'firsts'> | null
}

export function createDocAddresses(): DocAddresses {
  const plugins = new Map<string, { part: DocPart; docs: Map<string, Pick<Place, 'path' | 'order'>> }>()
  const at = (plugin: string, id: string): string | null => plugins.get(plugin)?.docs.get(id)?.path ?? null
  return {
    at,
    add(part, id, { order, path }) {
      const known = plugins.get(part.plugin) ?? { part, docs: new Map() }
      plugins.set(part.plugin, known)
      known.docs.set(id, { order, path })
    },
    firstOf(plugin, sidebar) {
      const { docs = new Map<string, Pick<Place, 'path' | 'order'>>(), part } = plugins.get(plugin) ?? {}
      const first = part?.places?.firsts.get(sidebar)
      if (first === undefined) return null
      if (!first.endsWith('/')) return at(plugin, first)
      const folder = joinAddress(first)
      const within = [...docs].filter(([id]) => below(id, folder) !== null)
      const [page] = within.sort(([a, { order: left }], [b, { order: right }]) => {
        return (left ?? Number.MAX_SAFE_INTEGER) - (right ?? Number.MAX_SAFE_INTEGER) || (a < b ? -1 : 1)
      })
      return page?.[1].path ?? null
    },
  }
}
