import { CSS_FUNCTIONS } from './allowed.ts'
import {
  indexFrom,
  isBlank,
  isDelim,
  refuse,
  tokensOf,
  TokenType,
  writeString,
  writeToken,
  type CSSToken,
} from './tokens.ts'

/** Values without brackets, quotes and backslashes. They contain neither a function nor a string, so nothing that could load. */
const PLAIN = /^[^"'()[\]{}\\<>&@]*$/

/** Rewrites the value of an attribute, or of its animation, which may list several values with semicolons between them. */
export function writeAttributeValue(value: string): string {
  return PLAIN.test(value) ? value : writeValue(tokensOf(value), TokenType.Semicolon)
}

/**
 * Rewrites a value of CSS: names, numbers, strings, allowed functions, and references within the document. `separator`
 * is a token that is allowed outside of brackets as well.
 */
export function writeValue(tokens: readonly CSSToken[], separator?: TokenType): string {
  let text = ''
  let depth = 0
  for (let at = 0; at < tokens.length; at++) {
    const token = tokens[at] as CSSToken
    if (token[0] === separator && depth === 0) text += token[1]
    else if (token[0] === TokenType.URL) text += writeUrl(token[4].value)
    else if (token[0] === TokenType.Function && token[4].value.toLowerCase() === 'url') {
      const end = indexFrom(tokens, at, TokenType.CloseParen)
      const [address, ...more] = tokens.slice(at + 1, end).filter((other) => !isBlank(other))
      if (address?.[0] !== TokenType.String || more.length > 0) refuse('its CSS has a url() with more than an address')
      text += writeUrl(address[4].value)
      at = end
    } else if (token[0] === TokenType.Function) {
      const name = token[4].value
      if (!CSS_FUNCTIONS.has(name.toLowerCase())) refuse(`its CSS has ${name}(), which is not allowed`)
      text += `${name}(`
      depth += 1
    } else if (token[0] === TokenType.OpenParen) {
      text += '('
      depth += 1
    } else if (token[0] === TokenType.CloseParen) {
      if (depth === 0) refuse('its CSS has a bracket that closes nothing')
      text += ')'
      depth -= 1
    } else if (isDelim(token, '+-*/!')) text += token[1]
    else text += writeToken(token)
  }
  if (depth > 0) refuse('its CSS has a bracket that is not closed')
  return text.trim()
}

function writeUrl(address: string): string {
  const target = address.trim()
  if (!target.startsWith('#')) refuse('its CSS has a url() that leads out of the file')
  return /^#[\w-]+$/.test(target) ? `url(${target})` : `url(${writeString(target)})`
}
