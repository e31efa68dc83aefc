import { BRACKET_ID } from '../../../readers/markdown/lines.ts'
import { joinAddress, lastSegment } from '../../../addresses.ts'
import {
  EXPANDED_LIMIT_CHARS,
  fenced,
  INCLUSION_DEPTH,
  indented,
  LOOKED_LIMIT_CHARS,
  mapLines,
  pathFrom,
  readPart,
} from '../../expand-lines.ts'
import { packageManagerTabs } from '../../expansion/package-managers.ts'
import { aliasedPath } from '../../mdx/aliases.ts'
import type { Dialect, ExpandedPage } from '../../source.ts'

const INCLUDE = /^([ \t]*)<include((?:\s[^<>]*)?)>([^<>]*)<\/include>\s*$/
const FENCE_TAB = /^([ \t]*`{3,}[^\n`]*?\s)tab=("[^"]*"|'[^']*')/gm
/** Code that names the packages to install and no command. */
const PACKAGES = /^([ \t]*`{3,})package-install[ \t]*\n(?![ \t]*np[mx]\b)/gm
const INCLUSION_LIMIT = 1000

/** What Fumadocs adds to Markdown: imports, inclusions, ids of headings, names of code in tabs. */
export function fumadocsMarkdown(
  base: string,
  aliases: ReadonlyMap<string, string>,
): Pick<Dialect, 'expand' | 'headingAttributes' | 'modules'> {
  const pathOf = (written: string, file: string): string | null =>
    written.startsWith('.') ? pathFrom({ file }, written) : aliasedPath(written, aliases)
  let left = 0
  let looked = 0
  let inclusions = 0

  function expand(text: string, page: ExpandedPage, file: string, depth: number, line: number | null): string {
    return mapLines(text.replace(FENCE_TAB, nameFence), (written, at) => {
      const [, indent = '', attributes = '', inner = ''] = INCLUDE.exec(written) ?? []
      const target = inner.trim()
      if (target === '') return written
      const text = indented(included(target, attributes, page, file, depth, line ?? at + 1), indent)
      left -= text.length
      return text
    })
  }

  function included(
    target: string,
    attributes: string,
    page: ExpandedPage,
    file: string,
    depth: number,
    line: number,
  ): string {
    const [written = '', section] = target.split('#')
    const path = /\bcwd\b/.test(attributes) ? joinAddress(base, written) : pathFrom({ file }, written)
    if (depth >= INCLUSION_DEPTH || left <= 0 || looked <= 0 || inclusions++ >= INCLUSION_LIMIT) {
      page.fault('unresolved_include', `${written} is not included, as parts nest too deep or grow too long`, line)
      return ''
    }
    const isMarkdown = /\.mdx?$/.test(written) && !/\blang=/.test(attributes)
    const body = isMarkdown ? readPart(path, written, page, line) : path === null ? null : page.folder.readText(path)
    if (body === null) {
      if (!isMarkdown) page.fault('unresolved_include', `${written} is no file that can be read here`, line)
      return ''
    }
    looked -= body.length
    const part = section === undefined ? body : sectionOf(body, section)
    if (part === null) {
      page.fault('unresolved_include', `${written} has no section ${section ?? ''}`, line)
      return ''
    }
    if (isMarkdown) return `${expand(part, page, path ?? file, depth + 1, line)}\n`
    const language = /\blang=["']([^"']*)["']/.exec(attributes)?.[1] ?? /\.(\w+)$/.exec(lastSegment(written))?.[1] ?? ''
    const meta = /\bmeta=(?:"([^"]*)"|'([^']*)')/.exec(attributes)
    return fenced(part, [language, meta?.[1] ?? meta?.[2] ?? ''].join(' ').trim())
  }

  function expandWhole(text: string, page: ExpandedPage): string {
    if (page.shownOn === undefined) {
      left = EXPANDED_LIMIT_CHARS
      looked = LOOKED_LIMIT_CHARS
      inclusions = 0
    }
    const whole = expand(text, page, page.file, 0, null)
    return /npm|package-install/.test(whole)
      ? packageManagerTabs(whole.replace(PACKAGES, '$1npm\nnpm install '), commandsOf)
      : whole
  }

  return { headingAttributes: BRACKET_ID, modules: { pathOf }, expand: expandWhole }
}

/** The name of a tab, where code has no title. */
function nameFence(fence: string, start: string, name: string): string {
  return /\btitle=/.test(fence) ? fence : `${start}title=${name}`
}

/** Commands of npm are code of these languages. */
function commandsOf(info: string): string | null {
  return /^(?:npm|package-install)$/.test(info) ? 'bash' : null
}

/** The part of a text in `<section id="name">` or between `#region name` and `#endregion`, or null. */
function sectionOf(text: string, name: string): string | null {
  const lines = text.split('\n')
  const opens = (line: string): boolean => {
    const region = /#region[ \t]+(\S+)/.exec(line)?.[1] ?? /<section\b[^<>]*\bid=["']([^"']*)["']/.exec(line)?.[1]
    return region === name
  }
  const start = lines.findIndex(opens)
  if (start < 0) return null
  const end = lines.findIndex((line, at) => at > start && /#endregion\b|<\/section>/.test(line))
  return lines
    .slice(start + 1, end < 0 ? undefined : end)
    .join('\n')
    .trim()
}
