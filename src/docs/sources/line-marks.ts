/** Comments that tell a highlighter what to do with their own line. */
const OWN_LINE =
  /^[ \t]*(?:\/\/|#|--|%|;|\{\/\*|\/\*|<!--)[ \t]*(?:highlight|error|success)-(?:next-line|start|end)[ \t]*(?:\*\/\}|\*\/|-->)?[ \t]*(?:\n|$)/gm
/** Comments behind code, as in `a() // [!code ++]`. */
const BEHIND_CODE = /[ \t]*(?:\/\/|#|--|%|;|\/\*|<!--)[ \t]*\[!code [^\]\n]{1,60}\][ \t]*(?:\*\/|-->)?[ \t]*$/gm

/** Code without the comments that mark its lines for a highlighter, which a site does not show. */
export function withoutLineMarks(code: string): string {
  if (code.includes('[!code ')) return code.replace(BEHIND_CODE, '')
  return code.includes('highlight-') || code.includes('-next-line') ? code.replace(OWN_LINE, '') : code
}
