import type { MarkdownIt, StateCore, Token } from 'markdown-it'
import { toneOf } from './components.ts'

const ALERT = /^\[!([A-Za-z]+)\][ \t]*$/

/** Turns quotations that start with a line `[!NOTE]`, `[!TIP]`, `[!WARNING]` … into callouts, as on GitHub. */
export function addAlertRule(md: MarkdownIt): void {
  md.core.ruler.push('alerts', markAlerts)
}

function markAlerts(state: StateCore): void {
  const { tokens } = state
  const open: Token[] = []
  tokens.forEach((token, index) => {
    if (token.type === 'blockquote_open') {
      open.push(token)
      markAlert(token, tokens[index + 1], tokens[index + 2], tokens[index + 3])
    } else if (token.type === 'blockquote_close' && open.pop()?.type === 'callout_open') {
      token.type = 'callout_close'
    }
  })
}

function markAlert(quote: Token, paragraph?: Token, inline?: Token, paragraphEnd?: Token): void {
  if (paragraph?.type !== 'paragraph_open' || !inline?.children || !paragraphEnd) return
  const lineEnd = inline.children.findIndex((child) => child.type === 'softbreak')
  const line = inline.children.slice(0, lineEnd < 0 ? undefined : lineEnd)
  if (line.some((child) => child.type !== 'text')) return
  const tone = toneOf(ALERT.exec(line.map((child) => child.content).join(''))?.[1])
  if (tone === undefined) return
  quote.type = 'callout_open'
  quote.meta = { tone }
  inline.children.splice(0, lineEnd < 0 ? inline.children.length : lineEnd + 1)
  if (inline.children.length === 0) paragraph.hidden = paragraphEnd.hidden = true
}
