import { trackFences } from '../expand-lines.ts'

const DEFINITION = /^([ \t]{0,12}):([ \t]+)(\S.*)$/
const NO_TERM = /^[ \t]*(?:$|#{1,6}[ \t]|[-*+][ \t]|\d{1,9}[.)][ \t]|[|>:<]|`{3}|~{3}|[-=*_]{3,}[ \t]*$)/

/**
 * Writes the definition lists of PHP Markdown Extra (a term, and below it `: ` and what it means) as elements of HTML, of
 * which the reader makes definitions. Linear time.
 */
export function expandDefinitionLists(text: string): string {
  if (!/^[ \t]*:[ \t]/m.test(text)) return text
  const lines = text.split('\n')
  const fence = trackFences()
  const written: string[] = []
  /** Indentation of the list that is open, or null. */
  let list: string | null = null
  /** Columns by which a definition indents its lines, or null. */
  let width: number | null = null

  function end(part: 'dd' | 'dl'): void {
    if (width !== null) written.push('', `${list}</dd>`)
    width = null
    if (part === 'dl' && list !== null) written.push(`${list}</dl>`, '')
    if (part === 'dl') list = null
  }

  for (const [at, line] of lines.entries()) {
    const inCode = fence.isCode(line)
    const indent = indentOf(line)
    if (width !== null && (line.trim() === '' || indent >= width)) {
      written.push(line)
      continue
    }
    const definition = inCode ? null : DEFINITION.exec(line)
    if (definition !== null && (list !== null || isTerm(written))) {
      const [, margin = '', , content = ''] = definition
      if (list === null) openWithTerm()
      else end('dd')
      width = margin.length + 2
      written.push(`${list}<dd>`, '', `${list}${content}`)
      continue
    }
    if (list !== null && line.trim() !== '') {
      const isLazy = width !== null && lines[at - 1]?.trim() !== ''
      if (isLazy && !NO_TERM.test(line)) {
        written.push(line)
        continue
      }
      if (startsTerm(lines, at)) {
        end('dd')
        written.push(`${list as string}<dt>`, '', line, '', `${list as string}</dt>`)
        continue
      }
      end('dl')
    }
    written.push(line)
  }
  end('dl')
  return written.join('\n')

  /** Makes the paragraph that was written last the terms of a list. */
  function openWithTerm(): void {
    while (written.at(-1)?.trim() === '') written.pop()
    const terms: string[] = []
    while (written.length > 0 && !NO_TERM.test(written.at(-1) as string)) terms.push(written.pop() as string)
    terms.reverse()
    list = ' '.repeat(indentOf(terms[0] ?? ''))
    written.push('', `${list}<dl>`)
    for (const term of terms) written.push(`${list}<dt>`, '', term, '', `${list}</dt>`)
  }
}

/** Whether the line at the end is text, with one blank line behind it at most. */
function isTerm(written: readonly string[]): boolean {
  const last = written.at(-1)?.trim() === '' ? written.at(-2) : written.at(-1)
  return last !== undefined && !NO_TERM.test(last)
}

/** Whether a line is a term whose definition follows. */
function startsTerm(lines: readonly string[], at: number): boolean {
  if (NO_TERM.test(lines[at] as string)) return false
  let next = at + 1
  if (lines[next]?.trim() === '') next += 1
  return DEFINITION.test(lines[next] ?? '')
}

function indentOf(line: string): number {
  return line.length - line.trimStart().length
}
