import { ALLOWED_ELEMENTS } from '../allowed.ts'
import { CSS_PROPERTIES, CSS_PSEUDO_CLASSES } from './allowed.ts'
import {
  indexFrom,
  isBlank,
  isDelim,
  refuse,
  tokensOf,
  TokenType,
  writeName,
  writeToken,
  type CSSToken,
} from './tokens.ts'
import { writeValue } from './write-value.ts'

/** Maximum nesting of `@media` and `@supports`. */
const DEPTH_LIMIT = 8

type Tokens = readonly CSSToken[]

/** Rewrites the value of a `style` attribute. */
export function writeDeclarations(css: string): string {
  return declarations(tokensOf(css))
}

/** Rewrites the content of a `style` element: rules, keyframes, `@media` and `@supports`. */
export function writeStyleSheet(css: string): string {
  return styleRules(tokensOf(css), 1)
}

type WriteRule = (prelude: Tokens, block: Tokens) => string

/** Writes each rule of a list by `write`, or by `writeNamed` when it begins with an at-keyword. */
function rules(tokens: Tokens, write: WriteRule, writeNamed: (name: string) => WriteRule): string {
  let text = ''
  for (let start = 0; start < tokens.length;) {
    const first = tokens[start] as CSSToken
    if (isBlank(first)) {
      start += 1
      continue
    }
    const named = first[0] === TokenType.AtKeyword ? writeNamed(first[4].value.toLowerCase()) : null
    const open = indexFrom(tokens, start, TokenType.OpenCurly)
    const end = closing(tokens, open)
    const block = tokens.slice(open + 1, end)
    text += named === null ? write(tokens.slice(start, open), block) : named(tokens.slice(start + 1, open), block)
    start = end + 1
  }
  return text
}

function styleRules(tokens: Tokens, depth: number): string {
  return rules(
    tokens,
    (prelude, block) => `${selectors(prelude)}{${declarations(block)}}`,
    (name) => {
      if (name === 'keyframes' || name === '-webkit-keyframes')
        return (prelude, block) => keyframes(name, prelude, block)
      if (name !== 'media' && name !== 'supports') refuse(`its CSS has @${name}, which is not allowed`)
      if (depth > DEPTH_LIMIT) refuse(`its CSS has rules nested deeper than ${DEPTH_LIMIT}`)
      return (prelude, block) => `@${name} ${condition(prelude)}{${styleRules(block, depth + 1)}}`
    },
  )
}

function keyframes(name: string, prelude: Tokens, block: Tokens): string {
  const [animation, ...more] = prelude.filter((token) => !isBlank(token))
  const isName = animation?.[0] === TokenType.Ident || animation?.[0] === TokenType.String
  if (!isName || more.length > 0) refuse('its CSS has keyframes without a name')
  const frames = rules(
    block,
    (moments, frame) => `${moments.map(writeToken).join('').trim()}{${declarations(frame)}}`,
    (inner) => refuse(`its CSS has @${inner} among keyframes`),
  )
  return `@${name} ${writeToken(animation)}{${frames}}`
}

/** Position of the end of the block that opens at `open`. */
function closing(tokens: Tokens, open: number): number {
  let depth = 0
  for (let at = open; at < tokens.length; at++) {
    if (tokens[at]?.[0] === TokenType.OpenCurly) depth += 1
    else if (tokens[at]?.[0] === TokenType.CloseCurly && --depth === 0) return at
  }
  return refuse('its CSS has a block that is not closed')
}

function declarations(tokens: Tokens): string {
  const written: string[] = []
  for (const declaration of splitAt(tokens, TokenType.Semicolon)) {
    const parts = declaration.slice(declaration.findIndex((token) => !isBlank(token)))
    const [property, ...rest] = parts
    if (property === undefined || isBlank(property)) continue
    const colon = rest.findIndex((token) => !isBlank(token))
    if (property[0] !== TokenType.Ident || rest[colon]?.[0] !== TokenType.Colon) {
      refuse(`its CSS has ${property[1].slice(0, 50)} in place of a property`)
    }
    const name = property[4].value
    const known = name.toLowerCase()
    if (CSS_PROPERTIES.has(known)) written.push(`${known}:${writeValue(rest.slice(colon + 1))}`)
    else if (name.startsWith('--')) written.push(`${writeName(name)}:${writeValue(rest.slice(colon + 1))}`)
    // Properties of single programs, such as -inkscape-stroke, are left out, and so are pointers: see `allow-svg.ts`.
    else if (!name.startsWith('-') && known !== 'cursor')
      refuse(`its CSS has the property ${name}, which is not allowed`)
  }
  return written.join(';')
}

function splitAt(tokens: Tokens, separator: TokenType): Tokens[] {
  const parts: CSSToken[][] = [[]]
  for (const token of tokens) {
    if (token[0] === separator) parts.push([])
    else parts.at(-1)?.push(token)
  }
  return parts
}

/**
 * Writes elements of SVG, classes, ids and pseudo-classes. Attribute selectors are refused, since they could read
 * values out letter by letter.
 */
function selectors(tokens: Tokens): string {
  let text = ''
  let depth = 0
  for (let at = 0; at < tokens.length; at++) {
    const token = tokens[at] as CSSToken
    const next = tokens[at + 1]
    const pseudo = pseudoClass(token, next)
    if (token[0] === TokenType.Comment) continue
    if (isDelim(token, depth > 0 ? '*>+~-' : '*>+~')) text += token[1]
    else if (isDelim(token, '.') && next?.[0] === TokenType.Ident) {
      text += `.${writeName(next[4].value)}`
      at += 1
    } else if (pseudo !== null) {
      text += pseudo
      depth += pseudo.endsWith('(') ? 1 : 0
      at += 1
    } else if (token[0] === TokenType.CloseParen && depth > 0) {
      text += ')'
      depth -= 1
    } else if (token[0] === TokenType.Ident) {
      const name = token[4].value
      const isPartOfNth = depth > 0 && /^(?:odd|even|of|-?n(?:-\d*)?)$/i.test(name)
      if (!ALLOWED_ELEMENTS.has(name) && !isPartOfNth) refuse(`its CSS selects the element ${name}`)
      text += name
    } else if (token[0] === TokenType.Dimension && depth > 0 && /^[+-]?\d+n(?:-\d*)?$/i.test(token[1])) text += token[1]
    else if (token[0] === TokenType.String) refuse('its CSS has a string in a selector')
    else text += writeToken(token)
  }
  if (depth > 0) refuse('its CSS has a bracket that is not closed')
  return text.trim()
}

/** Writes `:name` or `:name(`; null when there is no allowed pseudo-class. */
function pseudoClass(colon: CSSToken, next: CSSToken | undefined): string | null {
  if (colon[0] !== TokenType.Colon) return null
  if (next?.[0] === TokenType.Ident) return `:${allowedPseudoClass(next[4].value)}`
  return next?.[0] === TokenType.Function ? `:${allowedPseudoClass(next[4].value)}(` : null
}

function allowedPseudoClass(name: string): string {
  const known = name.toLowerCase()
  return CSS_PSEUDO_CLASSES.has(known) ? known : refuse(`its CSS selects by :${name}, which is not allowed`)
}

/** Writes the condition of `@media` and `@supports`. */
function condition(tokens: Tokens): string {
  let depth = 0
  const text = tokens.map((token) => {
    if (token[0] === TokenType.OpenParen) depth += 1
    if (token[0] === TokenType.CloseParen && --depth < 0) refuse('its CSS has a bracket that closes nothing')
    const isPlain =
      token[0] === TokenType.OpenParen || token[0] === TokenType.CloseParen || token[0] === TokenType.Colon
    return isPlain || isDelim(token, '/=>') ? token[1] : writeToken(token)
  })
  if (depth > 0) refuse('its CSS has a bracket that is not closed')
  return text.join('').trim()
}
