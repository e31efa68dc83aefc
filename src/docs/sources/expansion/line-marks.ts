/** A comment that tells a highlighter what to do with its own line, which has nothing else. */
const OWN_LINE =
  /^(?:\/\/|#|--|%|;|\{\/\*|\/\*|<!--)[ \t]*(?:highlight|error|success)-(?:next-line|start|end)[ \t]*(?:\*\/\}|\*\/|-->)?$/
/** A comment behind code, as in `a() // [!code ++]`. */
const BEHIND_CODE = /(?:\/\/|#|--|%|;|\/\*|<!--)[ \t]*\[!code [^\]\n]{1,60}\][ \t]*(?:\*\/|-->)?$/

/** A comment on a line of its own, with its text. */
const COMMENT = /^(?:\/\/|#|--|%|;|\{\/\*|\/\*|<!--)[ \t]*([^\s*]{1,100})[ \t]*(?:\*\/\}|\*\/|-->)?$/

/**
 * Code without the comments that mark its lines for a highlighter, which a site does not show. Linear time.
 * @param own texts of further comments that the configuration of the site names
 */
export function withoutLineMarks(code: string, own: ReadonlySet<string> = new Set()): string {
  if (code.includes('[!code ')) return mapCode(code, withoutMark)
  const hasOwnLines = own.size > 0 || code.includes('highlight-') || code.includes('-next-line')
  const isMark = (line: string): boolean => OWN_LINE.test(line) || own.has(COMMENT.exec(line)?.[1] ?? '')
  return hasOwnLines ? mapCode(code, (line) => (isMark(line.trim()) ? null : line)) : code
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
