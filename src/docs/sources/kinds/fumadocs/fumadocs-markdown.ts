import { BRACKET_ID } from '../../../readers/markdown/lines.ts'
import type { Block, CodeBlock } from '../../../model/page-model.ts'
import type { Tag } from '../../../readers/markdown/tag.ts'
import { joinAddress, lastSegment } from '../../../addresses.ts'
import { pathFrom } from '../../expand-lines.ts'
import { packageManagerTabs } from '../../expansion/package-managers.ts'
import { aliasedPath } from '../../mdx/aliases.ts'
import type { Dialect, NamedFile } from '../../source.ts'

/** The name of code in tabs. */
const TAB = /(?:^|\s)tab=(?:"([^"]*)"|'([^']*)')/

/** What Fumadocs adds to Markdown: imports, inclusions, ids of headings, names of code in tabs. */
export function fumadocsMarkdown(
  base: string,
  aliases: ReadonlyMap<string, string>,
): Pick<Dialect, 'code' | 'headingAttributes' | 'modules'> {
  const pathOf = (written: string, file: string): string | null =>
    written.startsWith('.') ? pathFrom({ file }, written) : aliasedPath(written, aliases)

  /** The file of `<include>./part.mdx#section</include>`, as Markdown or as code. */
  function included({ attributes, name }: Tag, file: string): NamedFile | null {
    const target = name === 'include' ? (attributes.get('children') ?? '') : ''
    if (target === '') return null
    const [written = '', section] = target.split('#')
    const path = attributes.has('cwd') ? joinAddress(base, written) : pathFrom({ file }, written)
    const isCode = !/\.mdx?$/.test(written) || attributes.has('lang')
    const language = attributes.get('lang') || /\.(\w+)$/.exec(lastSegment(written))?.[1]
    return {
      written,
      path,
      ...(section !== undefined && { section: { name: section, of: (text) => sectionOf(text, section) } }),
      ...(isCode && { info: [language, attributes.get('meta')].filter(Boolean).join(' ') }),
    }
  }

  return { headingAttributes: BRACKET_ID, modules: { pathOf, named: included }, code: shownCode }
}

/** Commands of npm become tabs. `package-install` may have the names of packages alone. */
function shownCode(code: CodeBlock, info: string): Block {
  if (info === 'npm') return packageManagerTabs(code, 'bash')
  if (info === 'package-install') {
    const text = /^[ \t]*np[mx]\b/.test(code.text) ? code.text : `npm install ${code.text}`
    return packageManagerTabs({ ...code, text }, 'bash')
  }
  const [, double, single] = TAB.exec(info) ?? []
  return { ...code, title: code.title ?? double ?? single ?? null }
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
