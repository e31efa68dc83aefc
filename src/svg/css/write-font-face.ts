import { isBlank, refuse, TokenType, writeName, type CSSToken } from './tokens.ts'
import { writeValue } from './write-value.ts'

/** A font in the file itself. Tools that draw by hand embed theirs. */
const EMBEDDED_FONT =
  /^data:(?:font\/(?:woff2?|otf|ttf|sfnt)|application\/(?:x-)?font-(?:woff2?|ttf|otf)|application\/octet-stream);base64,[a-z0-9+/]+={0,2}$/i

const DESCRIPTORS = new Set(['font-family', 'font-style', 'font-weight', 'font-stretch', 'font-display'])

/** Writes a descriptor of `@font-face`; `''` where it is left out. A font that is not in the file is refused. */
export function writeDescriptor(tokens: readonly CSSToken[]): string {
  const [property, ...rest] = tokens.slice(tokens.findIndex((token) => !isBlank(token)))
  const colon = rest.findIndex((token) => !isBlank(token))
  if (property?.[0] !== TokenType.Ident || rest[colon]?.[0] !== TokenType.Colon) return ''
  const name = property[4].value.toLowerCase()
  const value = rest.slice(colon + 1)
  if (DESCRIPTORS.has(name)) return `${writeName(name)}:${writeValue(value)}`
  return name === 'src' ? `src:${embeddedFont(value)}` : ''
}

function embeddedFont(tokens: readonly CSSToken[]): string {
  for (const [at, token] of tokens.entries()) {
    const next = tokens.slice(at + 1, at + 8).find((other) => !isBlank(other))
    const address =
      token[0] === TokenType.URL
        ? token[4].value
        : token[0] === TokenType.Function && token[4].value.toLowerCase() === 'url' && next?.[0] === TokenType.String
          ? next[4].value
          : null
    if (address !== null && EMBEDDED_FONT.test(address)) return `url("${address}")`
  }
  return refuse('its CSS has a font that is not in the file')
}
