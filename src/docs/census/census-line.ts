import type { Content } from '../content.ts'
import type { FileRow, FileRows, UnreadFormat } from '../model/file-row.ts'

/** What was read of the content and what was not, in one line: `Read: 3 pages (3 en), as folder. Not read: 76 .rst (Sphinx: …).` */
export function censusLine({ locales, reports }: Pick<Content, 'locales' | 'reports'>): string {
  const of = [...locales].map(([locale, { pages }]) => `${pages.length} ${locale}`)
  const pages = [...locales.values()].reduce((sum, each) => sum + each.pages.length, 0)
  const kinds = [...new Set(reports.map(({ generator, kind }) => readAs(kind, generator)))].join(', ')
  const read = `Read: ${pages} ${pages === 1 ? 'page' : 'pages'}${of.length === 0 ? '' : ` (${of.join(', ')})`}, as ${kinds}${byScript(reports)}.`
  const unread = reports.flatMap((report) => report.unread)
  return unread.length === 0 ? read : `${read} Not read: ${unreadLine(unread)}.`
}

/** Which locales were determined by the script of pages, in words. */
function byScript(reports: Content['reports']): string {
  const locales = [...new Set(reports.flatMap(({ scripts = [] }) => [...scripts]))]
  return locales.length === 0 ? '' : `, ${locales.join(' and ')} by the script of pages`
}

/** What is not read, in words: `76 .rst (Sphinx: …)`. */
export function unreadLine(unread: readonly UnreadFormat[]): string {
  return unread.map(({ count, name, remedy }) => `${count} ${name} (${remedy})`).join('; ')
}

/** Reasons of the rows of one kind, each with the number of its files. */
export function reasonsOf(rows: FileRows, as: 'left out' | 'not read'): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const row of rows.values()) if (row.as === as) counts.set(row.why, (counts.get(row.why) ?? 0) + 1)
  return counts
}

/** What a source was read as, in words. */
function readAs(kind: string, generator: string | null): string {
  return kind === 'html' ? `a site that ${generator ?? 'an unknown generator'} built` : kind
}

/** How many files there are of each kind of row, which add up: `Files: 9 = 3 pages + 1 asset + 5 left out`. */
export function fileLine({ reports }: Pick<Content, 'reports'>): string {
  const rows = reports.flatMap((report) => [...report.rows.values()])
  const count = (as: FileRow['as']): number => rows.filter((row) => row.as === as).length
  const terms = [
    [count('page'), 'pages'],
    [count('asset'), 'assets'],
    [count('configuration'), 'configuration'],
    [count('left out'), 'left out'],
    [count('not read'), 'not read'],
  ] as const
  const shown = terms
    .filter(([number]) => number > 0)
    .map(([number, name]) => `${number} ${number === 1 ? name.replace(/s$/, '') : name}`)
  return `Files: ${rows.length} = ${shown.join(' + ') || '0'}`
}
