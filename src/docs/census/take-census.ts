import { realpathSync } from 'node:fs'
import type { ContentFault, FaultCode } from '../model/content-fault.ts'
import { fileType } from '../files/file-types.ts'
import { folderOf, isMarkdown } from '../addresses.ts'
import { readTextBelow } from '../sources/read-below.ts'
import { walkSources } from '../sources/walk-sources.ts'
import { builderFor, findBuilders, type Builder } from '../sources/builders.ts'
import type { Census, FileRow, FileRows, UnreadFormat } from '../model/file-row.ts'
import { templateMarks } from './template-marks.ts'
import { remedyOf, unreadFormat } from '../sources/unread-formats.ts'

/** What is known of a source when all its pages are read. */
export interface CensusInput {
  /** Path of the folder of the source. */
  readonly folder: string
  /** What the source was read as. */
  readonly kind: string
  /** What the reader of the source says of files. */
  readonly noted: FileRows
  /** Whether a file is read, as `site.yaml` says. */
  readonly isRead: (file: string) => boolean
  /** Faults of the source, to which those of builders that are not run are added. */
  readonly faults: ContentFault[]
}

/** Part of the configuration of Sphinx in which the extensions of its pages stand. */
const SUFFIX_CHARS = 200
const ASSET: FileRow = { as: 'asset' }
const CONFIGURATION: FileRow = { as: 'configuration' }
const SETTINGS = /\.(?:json|ya?ml|toml|ini|cfg|lock|config\.[cm]?[jt]s)$|(?:^|\/)(?:_redirects|[^/]*ignore)$/i
const HTML = /\.x?html?$/i

/** Faults that keep a page from being served. */
const LOST: ReadonlySet<FaultCode> = new Set([
  ...(['unreadable', 'too_large', 'too_many', 'slow_page', 'failed_reader', 'bad_name', 'duplicate_path'] as const),
  ...(['not_html', 'no_content', 'symlink_outside', 'symlink_loop'] as const),
])

/** Gives each file of a source its row, and counts the documentation that is not read. */
export function takeCensus({ faults, folder, isRead, kind, noted }: CensusInput): Census {
  const rows = new Map<string, FileRow>()
  const skipped: string[] = []
  const walked = walkSources(folder, (path) => skipped.push(path))
  const files = walked.files.map(({ file }) => file)
  const root = realpathSync(folder)
  const textOf = (file: string): string | null => readTextBelow(root, file)
  const lost = new Map(faults.filter(({ code }) => LOST.has(code)).map((fault) => [fault.file, fault.code]))
  const builders = findBuilders(files)
  const unread = new Map<string, { count: number; file: string; remedy: string }>()

  function countUnread(name: string, file: string, remedy: string): void {
    const known = unread.get(name)
    if (known === undefined) unread.set(name, { count: 1, file, remedy })
    else known.count++
  }

  function rowOf(file: string): FileRow {
    const known = noted.get(file)
    const code = lost.get(file)
    if (code !== undefined && known?.as !== 'page') return { as: 'not read', why: code }
    if (known !== undefined) return known
    if (!isRead(file)) return leftOut('excluded by site.yaml')
    const format = unreadFormat(file, textOf)
    if (format !== null && kind !== 'html') {
      countUnread(format.name, file, remedyOf(format, file, builders))
      return { as: 'not read', why: format.name }
    }
    const sphinx = file.endsWith('.txt') ? builders.find((each) => isTextOfSphinx(file, each, textOf)) : undefined
    if (sphinx !== undefined && kind !== 'html') {
      countUnread('.txt', file, sphinx.remedy)
      return { as: 'not read', why: '.txt' }
    }
    if (isMarkdown(file)) return leftOut(kind === 'html' ? 'Markdown beside built pages' : outside(file, kind))
    if (HTML.test(file)) return leftOut('HTML beside Markdown')
    if (SETTINGS.test(file)) return CONFIGURATION
    return fileType(file) === null ? leftOut('of a type that is no documentation') : ASSET
  }

  for (const file of files) rows.set(file, rowOf(file))
  for (const { code, file } of walked.faults) if (!rows.has(file)) rows.set(file, { as: 'not read', why: code })
  for (const path of skipped) rows.set(`${path}/`, leftOut('a folder of programs'))
  const unbuilt = new Map<Builder, number>()
  if (kind === 'folder') {
    for (const [file, { as }] of rows) {
      const builder = as === 'page' ? builderFor('.md', file, builders) : undefined
      const marks = builder === undefined ? null : templateMarks(builder.name, textOf(file) ?? '')
      if (marks === null && builder !== undefined && isWithin(file, builder))
        unbuilt.set(builder, (unbuilt.get(builder) ?? 0) + 1)
      if (builder !== undefined && marks !== null) countUnread(marks, file, builder.remedy)
    }
  }
  for (const [{ file, name, remedy }, pages] of unbuilt) {
    const which = pages === 1 ? 'one page is' : `${pages} pages are`
    const message = `the navigation and the components of ${name} are not read, so that ${which} read as plain Markdown. ${remedy}`
    faults.push({ file, line: 1, code: 'unread_config', message })
  }
  return { rows, unread: [...unread].map(([name, found]): UnreadFormat => ({ name, ...found })) }
}

/** The faults of documentation that is not read, one for each format. */
export function unreadFaults(unread: readonly UnreadFormat[]): ContentFault[] {
  return unread.map(({ count, file, name, remedy }) => ({
    file,
    line: 1,
    code: 'unread_format',
    message: `${name}: not read, ${count === 1 ? 'in this file' : `in ${count} files, of which this is the first`}. ${remedy}`,
  }))
}

function isWithin(file: string, { folder }: Builder): boolean {
  return folder === '' || file.startsWith(`${folder}/`)
}

/** Whether a text is a page of Sphinx, whose configuration names the extension. */
function isTextOfSphinx(file: string, builder: Builder, textOf: (file: string) => string | null): boolean {
  if (!isWithin(file, builder) || builder.name !== 'Sphinx') return false
  const settings = `\n${textOf(builder.file) ?? ''}`
  const start = settings.indexOf('\nsource_suffix')
  return start >= 0 && settings.slice(start, start + SUFFIX_CHARS).includes('.txt')
}

function leftOut(why: string): FileRow {
  return { as: 'left out', why }
}

function outside(file: string, kind: string): string {
  if (kind === 'markdown' && /^(?:icons|guides)\//.test(`${folderOf(file)}/`)) return 'content of the icons host'
  return 'outside of the documentation'
}
