import { escapeHtml, markup, toHtml, trusted, type Markup } from '../../../web/markup.ts'
import { colourCode, type CodePart } from './colour-code.ts'
import { texToMathml } from './mathematics.ts'

/** Code of a page that is coloured; what follows is plain. */
const PAGE_LIMIT_CHARS = 200_000
/** Time for a page. What it leaves is plain. */
const PAGE_LIMIT_MS = 3000

/** What `render-blocks.ts` and `render-inline.ts` write for code whose language is named, and for formulas. */
const PARTS =
  /<code class="language-([\w+#.-]{1,32})">([^]*?)<\/code>|<(pre|code) class="math"(?: tabindex="0")?>([^<]*)<\/\3>/g
const PIECE = /<[^<>]*>|[^<]+/g
const ENTITY = /&(amp|lt|gt|quot|#39);/g
const CHARACTERS: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" }

/**
 * Colours the code of a rendered page by classes, and writes its formulas as MathML. The text of the code stays as it is.
 *
 * @param now Milliseconds on a clock that never goes back.
 */
export async function typesetPage(html: string, now: () => number): Promise<string> {
  const endMs = now() + PAGE_LIMIT_MS
  let charsLeft = PAGE_LIMIT_CHARS
  let written = ''
  let at = 0
  for (const match of html.matchAll(PARTS)) {
    const [whole, language, code = '', formula, tex = ''] = match
    if (now() > endMs) break
    let replaced: Markup | null = null
    if (formula !== undefined) replaced = formulaOf(decode(tex), formula === 'pre')
    else if (language !== undefined && code.length <= charsLeft) {
      charsLeft -= code.length
      const text = decode(code.replace(/<[^<>]*>/g, ''))
      const parts = await colourCode(text, language)
      if (parts !== null) {
        replaced = markup`<code class="language-${language}">${trusted(coloured(code, parts))}</code>`
      }
    }
    if (replaced === null) continue
    written += html.slice(at, match.index) + toHtml(replaced)
    at = match.index + whole.length
  }
  return written + html.slice(at)
}

/** A formula of its own scrolls where it is wider than the page. */
function formulaOf(tex: string, display: boolean): Markup | null {
  const mathml = texToMathml(tex.trim(), display)
  return mathml !== null && display ? markup`<div class="math" tabindex="0">${mathml}</div>` : mathml
}

/** Puts the classes of parts around the text between the tags that the code has, which mark lines and words. */
function coloured(code: string, parts: readonly CodePart[]): string {
  let html = ''
  let offset = 0
  let next = 0
  for (const [piece] of code.matchAll(PIECE)) {
    if (piece.startsWith('<')) {
      html += piece
      continue
    }
    const text = decode(piece)
    let from = 0
    while (from < text.length) {
      while ((parts[next]?.end ?? Infinity) <= offset + from) next += 1
      const { code: name, end } = parts[next] ?? { code: '', end: Infinity }
      const to = Math.min(text.length, end - offset)
      const part = escapeHtml(text.slice(from, to))
      html += name === '' ? part : `<span class="${name}">${part}</span>`
      from = to
    }
    offset += text.length
  }
  return html
}

function decode(html: string): string {
  return html.replace(ENTITY, (entity, name: string) => CHARACTERS[name] ?? entity)
}
