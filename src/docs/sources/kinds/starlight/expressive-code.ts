import { trackFences } from '../../expand-lines.ts'

/** Lines of code in which Expressive Code looks for the name of a file. */
const COMMENT_LINES = 4
const OPENING = /^[ \t>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)*(?:`{3,}|~{3,})([^\n`]*)$/
const COMMENT = /^\s*(?:\/\/|#|<!--|\/\*|--|;)\s*(?:(?:file ?name|example|title)\s*:\s*)?(\S{1,200})\s*(?:-->|\*\/)?$/i
const FILE_NAME = /^(?:[\w.@$()[\]~+-]+\/)*(?:[\w.@$()[\]+-]*\.[A-Za-z]\w{0,11}|\.[A-Za-z][\w.-]*)$/
const TERMINAL =
  /^(?:ansi|bash|bat|batch|cmd|console|fish|powershell|ps1?|psd1|psm1|sh|shell|shellscript|shellsession|zsh)$/

/** Makes a comment with the name of a file, in one of the first lines of code, the title of the code. */
export function nameCode(text: string): string {
  if (!/`{3}|~{3}/.test(text)) return text
  const fence = trackFences()
  const lines = text.split('\n')
  const written: string[] = []
  let wasCode = false
  let dropped = -1
  for (const [at, line] of lines.entries()) {
    const isInside = fence.isCode(line)
    if (isInside && !wasCode) {
      const info = (OPENING.exec(line)?.[1] ?? '').trim()
      const named = nameBelow(lines, at, info)
      if (named !== null) {
        dropped = named.at
        // A title needs a language before it.
        written.push(`${line.trimEnd()}${info.trim() === '' ? 'text' : ''} title="${named.name}"`)
        wasCode = true
        continue
      }
    }
    wasCode = isInside
    if (at !== dropped) written.push(line)
  }
  return written.join('\n')
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
