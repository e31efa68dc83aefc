import { joinAddress } from '../../../addresses.ts'
import { readSheetColours } from '../../sheet-colours.ts'
import type { LinkColours, SourceFolder } from '../../source.ts'
import { list, record, text } from '../../values.ts'

const FOLDER_LIMIT = 50
const SHEET_LIMIT = 50
/** Colours of the default theme, for light and for dark pages, which style sheets name. */
const PALETTE = {
  '--vp-c-indigo-1': ['#3451b2', '#a8b1ff'],
  '--vp-c-purple-1': ['#6f42c1', '#c8abfa'],
  '--vp-c-green-1': ['#18794e', '#3dd68c'],
  '--vp-c-yellow-1': ['#915930', '#f9b44e'],
  '--vp-c-red-1': ['#b8272c', '#f66f81'],
} as const

/** Address of the icon that `head` names, an SVG before others, or null. */
export function iconOf(head: unknown, base: string): string | null {
  const icons = list(head).flatMap((tag) => {
    const [name, attributes] = list(tag)
    const { href, rel } = record(attributes)
    const isIcon = name === 'link' && /^(?:shortcut )?icon$/i.test(text(rel) ?? '')
    const address = isIcon ? text(href) : null
    if (address === null) return []
    // Addresses in `head` have the base of the site before them.
    return [base !== '/' && address.startsWith(base) ? `/${address.slice(base.length)}` : address]
  })
  return icons.find((address) => /\.svg(?:[?#]|$)/i.test(address)) ?? icons[0] ?? null
}

/** The colour of links of a theme, by its style sheets; null if they have none that can be read. */
export function brandOf(settings: string, folder: SourceFolder): LinkColours | null {
  return readSheetColours(folder, sheetsOf(joinAddress(settings, 'theme'), folder), {
    variable: '--vp-c-brand-1',
    dark: /^(?::root|html)?\.dark$/,
    palette: PALETTE,
  })
}

/** Style sheets of a theme, in the order of their names. */
function sheetsOf(theme: string, folder: SourceFolder): string[] {
  const sheets: string[] = []
  const folders = [theme]
  for (const path of folders) {
    for (const name of [...folder.names(path)].sort()) {
      if (/\.(?:css|scss)$/.test(name) && sheets.length < SHEET_LIMIT) sheets.push(joinAddress(path, name))
      else if (!name.includes('.') && folders.length < FOLDER_LIMIT) folders.push(joinAddress(path, name))
    }
  }
  return sheets
}
