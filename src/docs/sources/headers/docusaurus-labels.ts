import { isBelow, joinAddress } from '../../addresses.ts'
import { list, record, text } from '../values.ts'

/** A sidebar, as links of the header can name it. */
export interface NamedSidebar {
  /** Id of its plugin. */
  readonly plugin: string
  readonly name: string
  /** What it begins with: the id of a document, or a folder. */
  readonly first: string
  /** Address of the documents; null: others have a sidebar of their own. */
  readonly route: string | null
}

/** A text of the header or of a sidebar, with the key of its translations, or the beginning of that. */
export interface Label {
  readonly text: string
  readonly key: string
}

type Config = Readonly<Record<string, unknown>>

/** What the header calls a sidebar of documents; null: nothing. */
export function sidebarLabel(config: Config, { first, name, plugin, route }: NamedSidebar): Label | null {
  const items = itemsOf(config)
  const own = [...items, ...items.flatMap(({ items }) => list(items).map(record))].filter(
    ({ docsPluginId, type }) => type !== undefined && (text(docsPluginId) ?? 'default') === plugin,
  )
  const found =
    own.find(({ sidebarId, type }) => type === 'docSidebar' && sidebarId === name) ??
    own.find(({ docId, type }) => type === 'doc' && docId === first)
  return labelOf(found) ?? (route === null ? null : routeLabel(config, route))
}

/** What the header calls the pages below an address: by a link to it, to a page there, or by a menu of such links; null: nothing. */
export function routeLabel(config: Config, route: string): Label | null {
  if (route === '') return null
  const items = itemsOf(config)
  const address = ({ to }: Config): string => joinAddress(text(to) ?? '')
  const leads = (item: Config): boolean => isBelow(address(item), route)
  const found =
    items.find((item) => address(item) === route) ??
    items.find(leads) ??
    items.find((item) => {
      const links = list(item['items'])
        .map(record)
        .filter(({ to }) => text(to) !== null)
      return links.length > 0 && links.every(leads)
    })
  return labelOf(found)
}

function itemsOf(config: Config): Config[] {
  return list(record(record(config['themeConfig'])['navbar'])['items']).map(record)
}

function labelOf(item: Config | undefined): Label | null {
  const label = text(item?.['label'])
  return label === null ? null : { text: label, key: textKey(label) }
}

/** Key of the translations of a label of the header. */
export function textKey(label: string): string {
  return `item.label.${label}`
}
