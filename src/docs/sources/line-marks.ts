/** A comment that tells a highlighter what to do with its own line, which has nothing else. */
const OWN_LINE =
  /^(?:\/\/|#|--|%|;|\{\/\*|\/\*|<!--)[ \t]*(?:highlight|error|success)-(?:next-line|start|end)[ \t]*(?:\*\/\}|\*\/|-->)?$/
/** A comment behind code, as in `a() // [!code ++]`. */
const BEHIND_CODE = /(?:\/\/|#|--|%|;|\/\*|<!--)[ \t]*\[!code [^\]\n]{1,60}\][ \t]*(?:\*\/|-->)?$/

/** Code without the comments that mark its lines for a highlighter, which a site does not show. Linear time. */
export function withoutLineMarks(code: string): string {
  if (code.includes('[!code ')) return mapCode(code, withoutMark)
  const hasOwnLines = code.includes('highlight-') || code.includes('-next-line')
  return hasOwnLines ? mapCode(code, (line) => (OWN_LINE.test(line.trim()) ? null : line)) : code
}

function withoutMark(line: string): string {
  if (!line.includes('[!code ')) return line
  const mark = BEHIND_CODE.exec(line.trimEnd())
  return mark === null ? line : line.slice(0, mark.index).trimEnd()
}

/** Replaces the lines of code; null: a line goes. */
function mapCode(code: string, replace: (line: string) => string | null): string {
  const lines = code.split('\n').map(replace)
  return lines.filter((line) => line !== null).join('\n')
}
