import { folderOf, joinAddress } from '../../addresses.ts'
import type { DocPlaces } from '../kinds/docusaurus/doc-places.ts'
import type { Place } from '../source.ts'

/** Addresses of the documents of Docusaurus, by which its header and its sidebars name them. */
export interface DocAddresses {
  /**
   * @param language `''`: the default one
   * @param isCurrent whether the header means documents of this part where it names its plugin
   */
  add(part: DocPart, id: string, place: Pick<Place, 'path' | 'order'>, language: string, isCurrent: boolean): void
  /** Address of a document of a plugin; null if there is none of this id. */
  readonly at: (plugin: string, id: string) => string | null
  /** Address of the first document of a sidebar of a plugin, or null. */
  readonly firstOf: (plugin: string, sidebar: string) => string | null
  /** Address of a document by its id, or of the first one of a folder, whose path ends with a slash, or null. */
  readonly first: (part: DocPart, what: string, language: string) => string | null
}

interface DocPart {
  /** Id of the plugin. */
  readonly plugin: string
  /** Its sidebars, or null. */
  readonly places: Pick<DocPlaces, 'firsts'> | null
}

interface Doc {
  readonly id: string
  readonly path: string
  readonly order: number
}

interface Docs {
  readonly byId: Map<string, Doc>
  /** The first document of each folder; null: it is to be found yet. */
  firsts: ReadonlyMap<string, Doc> | null
}

export function createDocAddresses(): DocAddresses {
  const current = new Map<string, DocPart>()
  const placed = new Map<DocPart, Map<string, Docs>>()

  function first(part: DocPart, what: string, language: string): string | null {
    const docs = placed.get(part)?.get(language)
    if (docs === undefined) return null
    if (!what.endsWith('/')) return docs.byId.get(what)?.path ?? null
    docs.firsts ??= firstsOf([...docs.byId.values()])
    return docs.firsts.get(joinAddress(what))?.path ?? null
  }

  function ofPlugin(plugin: string, what: (part: DocPart) => string | undefined): string | null {
    const part = current.get(plugin)
    const found = part === undefined ? undefined : what(part)
    return part === undefined || found === undefined ? null : first(part, found, '')
  }

  return {
    first,
    at: (plugin, id) => ofPlugin(plugin, () => id),
    firstOf: (plugin, sidebar) => ofPlugin(plugin, ({ places }) => places?.firsts.get(sidebar)),
    add(part, id, { order, path }, language, isCurrent) {
      if (isCurrent) current.set(part.plugin, part)
      const languages = placed.get(part) ?? new Map<string, Docs>()
      const docs = languages.get(language) ?? { byId: new Map<string, Doc>(), firsts: null }
      docs.byId.set(id, { id, path, order: order ?? Number.MAX_SAFE_INTEGER })
      docs.firsts = null
      placed.set(part, languages.set(language, docs))
    },
  }
}

/** The first document of each folder and of those around it: documents of a folder itself come before those of inner ones. */
function firstsOf(docs: readonly Doc[]): ReadonlyMap<string, Doc> {
  const depth = ({ id }: Doc): number => id.split('/').length
  const firsts = new Map<string, Doc>()
  for (const doc of docs.toSorted((a, b) => depth(a) - depth(b) || a.order - b.order || (a.id < b.id ? -1 : 1))) {
    for (let folder = doc.id; folder !== '';) {
      folder = folderOf(folder)
      if (!firsts.has(folder)) firsts.set(folder, doc)
    }
  }
  return firsts
}
