import { decodeEntities } from '../../../readers/markdown/entities.ts'
import { FENCE, trackFences } from '../../expand-lines.ts'
import type { ExpandedPage } from '../../source.ts'
import { named, type MkDocsConfig } from './config.ts'
import { expandGenerated, withoutReferences } from './generated.ts'
import { idOf } from '../../../readers/markdown/lines.ts'
import { expandInline, type InlineMarks } from './inline.ts'
import { snippetExpansion } from './snippets.ts'
import { templateExpansion } from './templates.ts'

interface MkDocsDialect {
  /** Folder of the configuration, and that of the pages, below the content directory. */
  readonly base: string
  readonly root: string
  /** Extensions of Markdown by their names, with their options. */
  readonly extensions: ReadonlyMap<string, Readonly<Record<string, unknown>>>
  readonly config: MkDocsConfig
}

/** What stands around the code of a terminal for termynal.js. */
const TERMINAL = /<div [^<>]*class="[^"]{0,100}\b(?:termy|termynal)\b/
const CONTENTS = /^[ \t]*\[TOC\][ \t]*$/
const ABBREVIATION = /^[ ]{0,3}\*\[[^\]\n]{1,200}\]:[ \t]?/
const HEADING = /^([ \t]*#{1,6}[ \t]*)(\S.*)$/
/** Attributes at the end of a heading, whose closing marks and spaces are gone. */
export const ATTRIBUTES = /(?<=[ \t])\{:?([^{}\n]+)\}$/
const ONLY_ATTRIBUTES = /^[ \t>]*\{:?[ \t]*([#.][^{}\n]*|[\w-]+=[^{}\n]*)\}[ \t]*$/
const DEFINITION = /^[ \t]*\[([^\]^\n][^\]\n]{0,200})\]:[ \t]+\S/
/** The label of a link that is defined in a quotation or an item too, or has its address in the next line. */
const LABEL = /^(?:[ \t>]|(?:[-*+]|\d{1,9}[.)])[ \t])*\[([^\]^\n][^\]\n]{0,200})\]:/
/** What follows a fence whose language stands in braces: `{ .python title="x" }`. */
const BRACED = /^[ \t]*\{([^{}\n]*)\}[ \t]*$/

/** Whether the site has one of some extensions. */
export function hasAny(extensions: MkDocsDialect['extensions'], names: readonly string[]): boolean {
  return names.some((name) => extensions.has(name) || extensions.has(`markdown.extensions.${name}`))
}

/** Whether the site has an extension that reads attributes. */
export function hasAttributes(extensions: MkDocsDialect['extensions']): boolean {
  return hasAny(extensions, ['attr_list', 'extra', 'pymdownx.extra'])
}

/** Puts what MkDocs and the extensions of Python-Markdown add to Markdown into the text. */
export function mkdocsExpansion(dialect: MkDocsDialect): (text: string, page: ExpandedPage) => string {
  const { base, config, extensions, root } = dialect
  const includes = snippetExpansion(base, root, extensions)
  const fillTemplates = templateExpansion(config)
  const has = (...names: string[]): boolean => hasAny(extensions, names)
  const isExtra = has('extra', 'pymdownx.extra')
  const marks: InlineMarks = {
    attributes: hasAttributes(extensions),
    icons: has('pymdownx.emoji', 'materialx.emoji'),
    keys: has('pymdownx.keys'),
    mark: has('pymdownx.mark'),
    caret: has('pymdownx.caret'),
    tilde: has('pymdownx.tilde'),
    critic: has('pymdownx.critic'),
    highlight: has('pymdownx.inlinehilite'),
  }
  const plugins = named(config['plugins'])
  const isGenerated = plugins.has('mkdocstrings') || has('mkautodoc')
  const hasReferences = plugins.has('mkdocstrings') || plugins.has('autorefs')
  const hasAbbreviations = isExtra || has('abbr')

  return (text, page) => {
    // Templates of a page are filled before files are put into it, which stay as they are.
    const whole = includes(fillTemplates(text, page), page)
    const blocks = expandGenerated(whole, page, isGenerated)
    const fence = trackFences()
    let isTerminal = false
    const lines = blocks.split('\n').map((line) => {
      const isCode = fence.isCode(line)
      if (!isCode) isTerminal = TERMINAL.test(line) || (isTerminal && !line.includes('</div>'))
      return { isCode, line: isCode ? (isTerminal ? terminalLine : fenceLine)(line) : textLine(line) }
    })
    return withLastDefinitions(lines, hasReferences).join('\n')
  }

  /** A line without the marks that only Python-Markdown knows; null: it goes. */
  function textLine(line: string): string | null {
    if (CONTENTS.test(line)) return ''
    if (hasAbbreviations && ABBREVIATION.test(line)) return null
    const heading = line.includes('#') ? HEADING.exec(line) : null
    if (heading) return headingLine(heading[1] ?? '', heading[2] ?? '')
    const alone = marks.attributes ? ONLY_ATTRIBUTES.exec(line) : null
    if (alone) return anchorOf(alone[1] ?? '')
    return expandInline(line, marks)
  }

  function headingLine(opening: string, line: string): string {
    const bare = withoutMarks(line)
    const attributes = marks.attributes ? ATTRIBUTES.exec(bare) : null
    const text = attributes ? withoutMarks(bare.slice(0, attributes.index)) : bare
    const id = idOf(attributes?.[1] ?? '')
    return `${opening.trimEnd()} ${expandInline(text, marks)}${id === undefined ? '' : ` {#${id}}`}`
  }
}

/**
 * Leaves the last definition of each link, which holds here, and not the first as elsewhere. With references, a label
 * that is not defined may name an object of a program.
 */
function withLastDefinitions(
  lines: readonly { readonly isCode: boolean; readonly line: string | null }[],
  hasReferences: boolean,
): string[] {
  const last = new Map<string, number>()
  const labels = lines.map(({ isCode, line }) =>
    isCode || line === null ? undefined : DEFINITION.exec(line)?.[1]?.toLowerCase(),
  )
  for (const [at, label] of labels.entries()) if (label !== undefined) last.set(label, at)
  const defined = new Set<string>()
  for (const { isCode, line } of hasReferences ? lines : []) {
    const label = isCode || line === null ? undefined : LABEL.exec(line)?.[1]
    if (label !== undefined) defined.add(label.toLowerCase())
  }
  return lines.flatMap(({ isCode, line }, at) => {
    const label = labels[at]
    if (line === null || (label !== undefined && last.get(label) !== at)) return []
    return [hasReferences && !isCode ? withoutReferences(line, defined) : line]
  })
}

/** The text of a heading without the marks that may close it. */
function withoutMarks(text: string): string {
  const trimmed = text.trimEnd()
  let end = trimmed.length
  while (trimmed[end - 1] === '#') end -= 1
  return trimmed.slice(0, end).trimEnd()
}

function anchorOf(attributes: string): string | null {
  const id = idOf(attributes)
  return id === undefined ? null : `<a id="${id}"></a>`
}

/** A line of a terminal that a script of the site draws, without its HTML. */
function terminalLine(line: string): string {
  return decodeEntities(line.replace(/<\/?[a-z][^<>]{0,300}>/gi, ''))
}

function fenceLine(line: string): string {
  if (!line.includes('{')) return line
  const [, before = '', marks = '', info = ''] = FENCE.exec(line) ?? []
  const braced = BRACED.exec(info)?.[1]
  return braced === undefined ? line : `${before}${marks} ${braced.trimStart().replace(/^\./, '')}`
}
