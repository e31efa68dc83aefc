import { trackFences } from '../../expand-lines.ts'

/** Lines of code in which Expressive Code looks for the name of a file. */
const COMMENT_LINES = 4
const OPENING = /^[ \t>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)*(?:`{3,}|~{3,}(?!~))([^\n`]*)$/
const COMMENT = /^\s*(?:\/\/|#|<!--|\/\*|--|;)\s*(?:(?:file ?name|example|title)\s*:\s*)?(\S{1,200})\s*(?:-->|\*\/)?$/i
const FILE_NAME = /^(?:[\w.@$()[\]~+-]+\/)*(?:[\w.@$()[\]+-]*\.[A-Za-z]\w{0,11}|\.[A-Za-z][\w.-]*)$/
const TERMINAL =
  /^(?:ansi|bash|bat|batch|cmd|console|fish|powershell|ps1?|psd1|psm1|sh|shell|shellscript|shellsession|zsh)$/

/** Numbers of lines behind a fence, as in `{1,3-5}` and `ins={"A":2}`. */
const MARKED_LINES = /\{(?:\s*"[^"]*"\s*:)?[\s\d,-]+\}/g
const LINE_NUMBER = /(?<!["\w])\d{1,7}(?!["\w])/g

/**
 * Makes a comment with the name of a file, in one of the first lines of code, the title of the code. Numbers of lines behind the
 * fence count the lines as their author wrote them.
 */
export function nameCode(text: string): string {
  if (!/`{3}|~{3}/.test(text)) return text
  const fence = trackFences()
  const lines = text.split('\n')
  const written: string[] = []
  let wasCode = false
  let dropped = { from: 0, until: 0 }
  for (const [at, line] of lines.entries()) {
    const isInside = fence.isCode(line)
    if (isInside && !wasCode) {
      const info = (OPENING.exec(line)?.[1] ?? '').trim()
      const named = nameBelow(lines, at, info)
      if (named !== null) {
        dropped = droppedLines(lines, named.at)
        const fenceLine = withMovedMarks(line.trimEnd(), dropped.from - at, dropped.until - at)
        // A title needs a language before it.
        written.push(`${fenceLine}${info.trim() === '' ? 'text' : ''} title="${named.name}"`)
        wasCode = true
        continue
      }
    }
    wasCode = isInside
    if (at < dropped.from || at >= dropped.until) written.push(line)
  }
  return written.join('\n')
}

/** The comment goes with front matter that has nothing else, and with a blank line below it. */
function droppedLines(lines: readonly string[], comment: number): { from: number; until: number } {
  const textAt = (at: number): string | undefined => lines[at]?.trim()
  const isAlone = /^(?:---|\+\+\+)$/.test(textAt(comment - 1) ?? '') && textAt(comment - 1) === textAt(comment + 1)
  const [from, until] = isAlone ? [comment - 1, comment + 2] : [comment, comment + 1]
  return { from, until: textAt(until) === '' ? until + 1 : until }
}

/** @param from first line of the code that goes, counted from 1, and `until` the first one behind it that stays */
function withMovedMarks(fenceLine: string, from: number, until: number): string {
  return fenceLine.replace(MARKED_LINES, (marks) =>
    marks.replace(LINE_NUMBER, (digits) => {
      const number = Number(digits)
      return String(number >= until ? number - (until - from) : Math.min(number, from))
    }),
  )
}

function nameBelow(lines: readonly string[], opening: number, info: string): { at: number; name: string } | null {
  const language = /^\S*/.exec(info)?.[0] ?? ''
  if (/\b(?:title|frame)=/.test(info) || TERMINAL.test(language)) return null
  for (let at = opening + 1; at <= opening + COMMENT_LINES && at < lines.length; at++) {
    const line = lines[at] as string
    if (/^\s*(?:`{3,}|~{3,})/.test(line)) return null
    const name = COMMENT.exec(line.trim())?.[1]
    if (name !== undefined && FILE_NAME.test(name)) return { at, name }
  }
  return null
}
