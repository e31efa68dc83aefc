import { ParseErrorWithToken, tokenize, TokenType, type CSSToken } from '@csstools/css-tokenizer'
import { UnusableFileError } from '../../shared/unusable-file-error.ts'
import { CSS_UNITS } from './allowed.ts'

export { TokenType, type CSSToken }

/** Names and texts that need no escapes, so that the output has none. */
const NAME = /^(?:--|-?[a-z_\u0080-\u{10ffff}])[\w\u0080-\u{10ffff}-]*$/iu
const HASH = /^[\w\u0080-\u{10ffff}-]+$/u
// eslint-disable-next-line no-control-regex -- they end strings, or are written as escapes
const NOT_IN_STRINGS = /["\\<>&\u0000-\u001f\u007f]/

/** A text with more broken tokens is refused whole, since each of them costs more than others. */
const BROKEN_LIMIT = 1000

const DIGITS = /^[+-]?(?:\d+(?:\.\d+)?|\.\d+)(?:e[+-]?\d+)?/i

/**
 * Tokens of CSS (CSS Syntax Module Level 3, §4) without the final one. A broken token makes all of it unusable. With
 * `leavesOut` it becomes one that is never written, so that the declaration or rule around it is left out.
 */
export function tokensOf(css: string, leavesOut = false): CSSToken[] {
  const broken = new Set<CSSToken>()
  const tokens = tokenize(
    { css },
    {
      onParseError(error) {
        if (!leavesOut || broken.size === BROKEN_LIMIT) refuse('its CSS has a string, address or comment without end')
        if (error instanceof ParseErrorWithToken) broken.add(error.token)
      },
    },
  )
  return tokens
    .slice(0, -1)
    .map((token): CSSToken =>
      broken.has(token) ? [TokenType.BadString, token[1], token[2], token[3], undefined] : token,
    )
}

/** Rewrites a token from its meaning. Tokens that only have a meaning together with others are refused. */
export function writeToken(token: CSSToken): string {
  switch (token[0]) {
    case TokenType.Whitespace:
    case TokenType.Comment:
      return ' '
    case TokenType.Comma:
      return ','
    case TokenType.Ident:
      return writeName(token[4].value)
    case TokenType.Hash:
      if (!HASH.test(token[4].value)) refuse(`its CSS has the name #${token[4].value}`)
      return `#${token[4].value}`
    case TokenType.String:
      return writeString(token[4].value)
    case TokenType.Number:
      return digitsOf(token[1])
    case TokenType.Percentage:
      return `${digitsOf(token[1])}%`
    case TokenType.Dimension: {
      const unit = token[4].unit
      // A unit such as e3 would become part of the number.
      if (!CSS_UNITS.has(unit.toLowerCase())) refuse(`its CSS has the unit ${unit}`)
      return `${digitsOf(token[1])}${unit}`
    }
    default:
      return refuse(`its CSS has ${token[1].slice(0, 50)} where that is not allowed`)
  }
}

export function writeName(name: string): string {
  if (!NAME.test(name)) refuse(`its CSS has the name ${name.slice(0, 50)}`)
  return name
}

export function writeString(text: string): string {
  if (NOT_IN_STRINGS.test(text))
    refuse('its CSS has a string with a quote, a backslash, <, >, & or a control character')
  return `"${text}"`
}

function digitsOf(text: string): string {
  return DIGITS.exec(text)?.[0] ?? refuse(`its CSS has the number ${text}`)
}

export function isBlank(token: CSSToken): boolean {
  return token[0] === TokenType.Whitespace || token[0] === TokenType.Comment
}

/** Position of the next token of that type. The search starts at `start`, so that a file with many rules is scanned once. */
export function indexFrom(tokens: readonly CSSToken[], start: number, type: TokenType): number {
  for (let at = start; at < tokens.length; at++) if (tokens[at]?.[0] === type) return at
  return refuse('its CSS has a rule or bracket that does not end')
}

export function isDelim(token: CSSToken, characters: string): boolean {
  return token[0] === TokenType.Delim && characters.includes(token[4].value)
}

export function refuse(reason: string): never {
  throw new UnusableFileError(reason)
}
