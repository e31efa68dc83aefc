import { removeTricks } from '../../../shared/stranger-text.ts'
import { trusted, markup, toHtml, escapeHtml, type Markup } from '../../../web/markup.ts'

/** Puts pieces of markup into the named places of a message. */
export function fillMarkup(message: string, values: Readonly<Record<string, Markup>>): Markup {
  const parts = message.split(/\{(\w+)\}/)
  const html = parts.map((part, position) => {
    if (position % 2 === 0) return escapeHtml(part)
    const value = values[part]
    return value === undefined ? `{${part}}` : toHtml(value)
  })
  return trusted(html.join(''))
}

/** Isolates text of strangers from the text around it, whatever its direction. */
export function foreignText(text: string): Markup {
  return markup`<bdi>${toSafeText(text)}</bdi>`
}

const FOREIGN_LIMIT_CHARACTERS = 80

/** Makes text of strangers fit to show: at most 80 characters, without controls, in one line. */
export function toSafeText(text: string): string {
  const plain = removeTricks(text, ' ')
  const characters = [...plain]
  return characters.length <= FOREIGN_LIMIT_CHARACTERS
    ? plain
    : `${characters
        .slice(0, FOREIGN_LIMIT_CHARACTERS - 1)
        .join('')
        .trimEnd()}…`
}
