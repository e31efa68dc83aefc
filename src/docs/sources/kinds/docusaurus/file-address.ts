import type { Fields } from '../../../front-matter.ts'
import { parseUpdated } from '../../../updated.ts'
import { folderOf, joinAddress, lastSegment, withoutExtension } from '../../../addresses.ts'
import { text } from '../../values.ts'
import type { NumberPrefixes } from './numbers.ts'

/** What the file of a page tells of its address. */
export interface FileAddress {
  /** Address below that of its plugin. */
  readonly own: string
  /** Name by which sidebars and headers know it. */
  readonly id: string
  /** Place below the folder of its plugin, without numbers; that of the folder for the page of a folder. */
  readonly standing: string
}

const BLOG_DATE = /^(.*?)(\d{4})[-/](\d{1,2})[-/](\d{1,2})[-/](.*)$/

/** Address and id of a document, as Docusaurus makes them of file name and front matter. */
export function docAddress(relative: string, fields: Fields, numbers: NumberPrefixes): FileAddress {
  const folders = folderOf(relative).split('/').filter(Boolean)
  const folder = folders.map(numbers.without).join('/')
  const fileName = withoutExtension(lastSegment(relative))
  const name = numbers.without(fileName)
  const baseId = text(fields.get('id')) ?? name
  const id = joinAddress(folder, baseId)
  const slug = text(fields.get('slug'))
  const isIndex = ['index', 'readme', folders.at(-1)?.toLowerCase()].includes(fileName.toLowerCase())
  const standing = isIndex ? folder : joinAddress(folder, name)
  if (slug?.startsWith('/')) return { own: joinAddress(slug), id, standing }
  if (slug === null && isIndex) return { own: folder, id, standing }
  return { own: joinAddress(folder, slug ?? baseId), id, standing }
}

/** Address of an article: the date in its name, as it is written there, stands before the folders around it. */
export function articleAddress(relative: string, fields: Fields): FileAddress {
  const standing = withoutExtension(relative).replace(/\/index$/, '')
  const slug = text(fields.get('slug'))
  if (slug !== null) return { own: joinAddress(slug), id: relative, standing }
  const [, before = '', year, month = '', day = '', name = ''] = BLOG_DATE.exec(withoutExtension(relative)) ?? []
  const file = (year === undefined ? withoutExtension(relative) : name).replace(/\/?index$/, '')
  const date = year === undefined ? '' : `${year}/${month}/${day}`
  return { own: joinAddress(date, before, file), id: relative, standing }
}

export function pageAddress(relative: string, fields: Fields): FileAddress {
  const slug = text(fields.get('slug'))
  const own = slug === null ? withoutExtension(relative).replace(/(?:^|\/)index$/, '') : joinAddress(slug)
  return { own, id: relative, standing: own }
}

/** Position of an article by its date, the newest first, or null. */
export function newestFirst(relative: string, fields: Fields): number | null {
  const [, , year, month, day] = BLOG_DATE.exec(relative) ?? []
  const date = text(fields.get('date')) ?? (year === undefined ? null : `${year}-${month}-${day}`)
  const time = date === null ? null : parseUpdated(date)
  return time === null ? null : -Date.parse(time)
}
