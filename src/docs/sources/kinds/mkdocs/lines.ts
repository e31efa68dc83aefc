import type { Construct } from '../../../readers/markdown/constructs.ts'
import type { ExpandedPage } from '../../source.ts'
import { anchorOf } from './marks.ts'

/** Attributes at the end of a heading, whose closing marks and spaces are gone. */
export const ATTRIBUTES = /(?<=[ \t])\{:?([^{}\n]+)\}$/
const HEADING = /(#{1,6})[ \t]*(\S.*)$/my
const CONTENTS = /\[TOC\]/y
const ABBREVIATION = /\*\[[^\]\n]{1,200}\]:.*$/my
const ONLY_ATTRIBUTES = /\{:?[ \t]*([#.][^{}\n]*|[\w-]+=[^{}\n]*)\}/y
/** An object of a program whose documentation is made: `::: package.Class`. */
const OBJECT = /:{3,}[ \t]*([\w.]{1,500}).*$/my
const COLONS = /:{3}.*$/my
const FAULT_LIMIT = 100

export interface LineMarks {
  readonly hasAttributes: boolean
  readonly hasAbbreviations: boolean
  /** Whether a program makes documentation of objects. Without one, colons are text. */
  readonly isGenerated: boolean
}

/** What Python-Markdown reads of a line that has nothing else. `marks` are those within a line. */
export function linesOf(
  { hasAbbreviations, hasAttributes, isGenerated }: LineMarks,
  marks: readonly Construct[],
  page: ExpandedPage,
): Construct[] {
  let faults = 0
  const text = (opening: string, pattern: RegExp, textOf: (found: RegExpExecArray) => string): Construct => {
    return { opening, pattern, isLine: true, part: (found) => ({ text: textOf(found), constructs: marks }) }
  }
  const object: Construct = {
    opening: ':::',
    pattern: OBJECT,
    isLine: true,
    opens([, name = ''], line) {
      page.hasFurtherIds?.()
      if (faults++ < FAULT_LIMIT) {
        page.fault('unread_template', `the documentation of ${name} is made by a program, which is not run`, line)
      }
      // Its options stand below it.
      return { component: 'Fragment', shown: `\`${name}\`` }
    },
  }
  return [
    ...(isGenerated ? [object] : []),
    text(':::', COLONS, ([whole]) => `\\${whole}`),
    text('#', HEADING, ([, opening = '', written = '']) => `${opening} ${headingText(written, hasAttributes)}`),
    text('[TOC]', CONTENTS, () => '\n'),
    ...(hasAbbreviations ? [text('*[', ABBREVIATION, () => '')] : []),
    ...(hasAttributes ? [text('{', ONLY_ATTRIBUTES, ([, attributes]) => anchorOf(attributes))] : []),
  ]
}

/** A heading needs no space behind its marks, and none before those that close it. */
function headingText(written: string, hasAttributes: boolean): string {
  const bare = withoutMarks(written)
  const attributes = hasAttributes ? ATTRIBUTES.exec(bare) : null
  return attributes ? `${withoutMarks(bare.slice(0, attributes.index))} ${attributes[0]}` : bare
}

function withoutMarks(text: string): string {
  const trimmed = text.trimEnd()
  let end = trimmed.length
  while (trimmed[end - 1] === '#') end -= 1
  return trimmed.slice(0, end).trimEnd()
}
