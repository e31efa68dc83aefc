import type { Block, CodeBlock } from '../../../model/page-model.ts'

/** Lines of code in which Expressive Code looks for the name of a file. */
const COMMENT_LINES = 4
const COMMENT = /^\s*(?:\/\/|#|<!--|\/\*|--|;)\s*(?:(?:file ?name|example|title)\s*:\s*)?(\S{1,200})\s*(?:-->|\*\/)?$/i
const FILE_NAME = /^(?:[\w.@$()[\]~+-]+\/)*(?:[\w.@$()[\]+-]*\.[A-Za-z]\w{0,11}|\.[A-Za-z][\w.-]*)$/
const MARKDOWN = /\.(?:md|mdx|markdown)$/
const TERMINAL =
  /^(?:ansi|bash|bat|batch|cmd|console|fish|powershell|ps1?|psd1|psm1|sh|shell|shellscript|shellsession|zsh)$/

/**
 * Makes a comment with the name of a file, in one of the first lines of code, the title of the code. Numbers of lines that are
 * marked count the lines as their author wrote them.
 */
export function nameCode(code: CodeBlock, info: string): Block {
  if (/\b(?:title|frame)=/.test(info) || TERMINAL.test(code.language ?? '')) return code
  const lines = code.text.split('\n')
  const names = lines.slice(0, COMMENT_LINES).map((line) => COMMENT.exec(line.trim())?.[1] ?? '')
  // In Markdown, the comment may be that of code within.
  const isMarkdown = MARKDOWN.test(`.${code.language ?? ''}`)
  const at = names.findIndex((name) => FILE_NAME.test(name) && (!isMarkdown || MARKDOWN.test(name)))
  if (at < 0) return code
  const { from, until } = droppedLines(lines, at)
  const moved = (line: number): number => (line > until ? line - (until - from) : Math.min(line, from + 1))
  const marks = code.view?.lines?.map((mark) => ({ ...mark, from: moved(mark.from), to: moved(mark.to) }))
  return {
    ...code,
    title: names[at] as string,
    text: [...lines.slice(0, from), ...lines.slice(until)].join('\n'),
    ...(marks && { view: { ...code.view, lines: marks } }),
  }
}

/** The comment goes with front matter that has nothing else, and with a blank line below it. */
function droppedLines(lines: readonly string[], comment: number): { from: number; until: number } {
  const textAt = (at: number): string | undefined => lines[at]?.trim()
  const isAlone = /^(?:---|\+\+\+)$/.test(textAt(comment - 1) ?? '') && textAt(comment - 1) === textAt(comment + 1)
  const [from, until] = isAlone ? [comment - 1, comment + 2] : [comment, comment + 1]
  return { from, until: textAt(until) === '' && until < lines.length - 1 ? until + 1 : until }
}
