import type { Inline } from './page-model.ts'

/** Signs that are markup in pairs alone, or before others: whether a line has what makes markup of them. */
export interface RiskySigns {
  readonly brackets: boolean
  readonly dollars: boolean
  readonly tildes: boolean
}

const WORD = /[\p{L}\p{N}]/u
/** Stands for what is no text, which is no white space and no letter. */
const NO_TEXT = '\ufffc'

export function riskySigns(content: readonly Inline[]): RiskySigns {
  const text = textOf(content)
  return {
    // Brackets are a link before an address or a label, and a task, a definition or an alert at the start of a line.
    brackets: /\][([]|\[\^|(?:^|\n)\s{0,99}\[|^\s*!\[/.test(text),
    // Mathematics begins before a character and ends behind one.
    dollars: text.search(/\$(?=\S)/) < lastClosingDollar(text),
    tildes: text.indexOf('~') !== text.lastIndexOf('~'),
  }
}

function lastClosingDollar(text: string): number {
  for (let at = text.lastIndexOf('$'); at > 0; at = text.lastIndexOf('$', at - 1)) {
    if (!/\s/.test(text[at - 1] as string) && !WORD.test(text[at + 1] ?? ' ')) return at
  }
  return -1
}

function textOf(content: readonly Inline[]): string {
  return content
    .map((part) => {
      if (typeof part === 'string') return part
      if (part.kind === 'badge') return part.text
      if (part.kind === 'image') return NO_TEXT + part.alt + NO_TEXT
      if (part.kind === 'break') return '\n'
      if (part.kind === 'math') return '$x$'
      if (part.kind === 'span' && (part.element === 's' || part.element === 'del')) return `~${textOf(part.content)}~`
      return 'content' in part ? NO_TEXT + textOf(part.content) + NO_TEXT : NO_TEXT
    })
    .join('')
}
