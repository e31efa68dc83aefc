import { isLocale, type Locale } from '../shared/locale.ts'

/** The locale that a language of BCP 47 belongs to; null if Signpost has none for it. */
export function localeOf(lang: string | null | undefined): Locale | null {
  const primary = (lang ?? '').trim().toLowerCase().split(/[-_]/)[0] as string
  if (isLocale(primary)) return primary
  return primary === 'cmn' ? 'zh' : null
}

/** Joins parts of an address, without slashes at its ends. `.` and `..` are resolved, as far as they stay within it. */
export function joinAddress(...parts: readonly string[]): string {
  const segments: string[] = []
  for (const segment of parts.join('/').split('/')) {
    if (segment === '' || segment === '.') continue
    if (segment === '..') segments.pop()
    else segments.push(segment)
  }
  return segments.join('/')
}

/** Joins a folder and a relative path; null: it leads out. */
export function joinWithin(folder: string, path: string): string | null {
  const segments: string[] = []
  for (const segment of `${folder}/${path}`.split('/')) {
    if (segment === '' || segment === '.') continue
    if (segment !== '..') segments.push(segment)
    else if (segments.pop() === undefined) return null
  }
  return segments.join('/')
}

/** Path without the extension of Markdown. */
export function withoutExtension(path: string): string {
  return path.replace(/\.(?:mdx?|markdown)$/i, '')
}

export function isMarkdown(file: string): boolean {
  return /\.(?:mdx?|markdown)$/i.test(file)
}

/** The path below `folder`; null: it lies elsewhere. */
export function below(path: string, folder: string): string | null {
  if (folder === '') return path
  return path.startsWith(`${folder}/`) ? path.slice(folder.length + 1) : null
}

/** Whether an address is that of a folder, or of something in it. */
export function isBelow(address: string, folder: string): boolean {
  return address === folder || address.startsWith(`${folder}/`)
}

export function lastSegment(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}

export function folderOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')))
}
