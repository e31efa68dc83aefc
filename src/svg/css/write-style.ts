import { attempt, type SvgRules } from '../rules.ts'
import { CSS_PSEUDO_CLASSES } from './allowed.ts'
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
import { writeDescriptor } from './write-font-face.ts'
import { writeValue } from './write-value.ts'

/** Maximum nesting of `@media` and `@supports`. */
const DEPTH_LIMIT = 8

type Tokens = readonly CSSToken[]

/** Rewrites the value of a `style` attribute. */
export function writeDeclarations(css: string, rules: SvgRules): string {
  return attempt(rules, () => declarations(tokensOf(css, rules.leavesOut), rules), '')
}

/**
 * Rewrites the content of a `style` element: rules, keyframes, `@media` and `@supports`. Its attribute `media` is written as
 * an `@media` around them.
 */
export function writeStyleSheet(css: string, media: string, rules: SvgRules): string {
  return attempt(
    rules,
    () => {
      const query = condition(tokensOf(media, rules.leavesOut))
      const text = styleRules(tokensOf(css, rules.leavesOut), 1, rules)
      return query === '' || text === '' ? text : `@media ${query}{${text}}`
    },
    '',
  )
}

type WriteRule = (prelude: Tokens, block: Tokens) => string

const writeNothing: WriteRule = () => ''

/** Writes each rule of a list by `write`, or by `writeNamed` when it begins with an at-keyword. */
function writeRules(
  tokens: Tokens,
  rules: SvgRules,
  write: WriteRule,
  writeNamed: (name: string) => WriteRule,
): string {
  let text = ''
  for (let start = 0; start < tokens.length;) {
    const from = start
    const first = tokens[start] as CSSToken
    if (isBlank(first)) {
      start += 1
      continue
    }
    const name = first[0] === TokenType.AtKeyword ? first[4].value.toLowerCase() : null
    const named = name === null ? null : attempt(rules, () => writeNamed(name), writeNothing)
    const statement = named === writeNothing ? statementEnd(tokens, start) : null
    if (statement !== null) {
      start = statement + 1
      continue
    }
    // What has no block is no rule, and the end of the text closes what is open (CSS Syntax Module Level 3, §5.4).
    const open = attempt(rules, () => indexFrom(tokens, from, TokenType.OpenCurly), tokens.length)
    if (open === tokens.length) break
    const end = attempt(rules, () => closing(tokens, open), tokens.length)
    text += attempt(
      rules,
      () => {
        const block = tokens.slice(open + 1, end)
        return named === null ? write(tokens.slice(from, open), block) : named(tokens.slice(from + 1, open), block)
      },
      '',
    )
    start = end + 1
  }
  return text
}

/** Position of the semicolon that ends a rule without a block, such as `@import`; null: the rule has a block. */
function statementEnd(tokens: Tokens, start: number): number | null {
  for (let at = start; at < tokens.length; at++) {
    const type = tokens[at]?.[0]
    if (type === TokenType.Semicolon) return at
    if (type === TokenType.OpenCurly) return null
  }
  return tokens.length
}

function styleRules(tokens: Tokens, depth: number, rules: SvgRules): string {
  return writeRules(
    tokens,
    rules,
    (prelude, block) => `${selectors(prelude, rules)}{${declarations(block, rules)}}`,
    (name) => {
      if (name === 'keyframes' || name === '-webkit-keyframes')
        return (prelude, block) => keyframes(name, prelude, block, rules)
      if (name === 'font-face' && rules.fonts) return (_, block) => fontFace(block)
      if (name !== 'media' && name !== 'supports') refuse(`its CSS has @${name}, which is not allowed`)
      if (depth > DEPTH_LIMIT) refuse(`its CSS has rules nested deeper than ${DEPTH_LIMIT}`)
      return (prelude, block) => `@${name} ${condition(prelude)}{${styleRules(block, depth + 1, rules)}}`
    },
  )
}

function keyframes(name: string, prelude: Tokens, block: Tokens, rules: SvgRules): string {
  const [animation, ...more] = prelude.filter((token) => !isBlank(token))
  const isName = animation?.[0] === TokenType.Ident || animation?.[0] === TokenType.String
  if (!isName || more.length > 0) refuse('its CSS has keyframes without a name')
  const frames = writeRules(
    block,
    rules,
    (moments, frame) => `${moments.map(writeToken).join('').trim()}{${declarations(frame, rules)}}`,
    (inner) => refuse(`its CSS has @${inner} among keyframes`),
  )
  return `@${name} ${writeToken(animation)}{${frames}}`
}

function fontFace(block: Tokens): string {
  const descriptors = splitAt(block, TokenType.Semicolon).map(writeDescriptor)
  return `@font-face{${descriptors.filter((written) => written !== '').join(';')}}`
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

function declarations(tokens: Tokens, rules: SvgRules): string {
  return splitAt(tokens, TokenType.Semicolon)
    .map((parts) => attempt(rules, () => declaration(parts, rules), ''))
    .filter((written) => written !== '')
    .join(';')
}

/** Writes a declaration; `''` where there is none, or one for single programs. */
function declaration(tokens: Tokens, rules: SvgRules): string {
  const parts = tokens.slice(tokens.findIndex((token) => !isBlank(token)))
  const [property, ...rest] = parts
  if (property === undefined || isBlank(property)) return ''
  const colon = rest.findIndex((token) => !isBlank(token))
  if (property[0] !== TokenType.Ident || rest[colon]?.[0] !== TokenType.Colon) {
    refuse(`its CSS has ${property[1].slice(0, 50)} in place of a property`)
  }
  const name = property[4].value
  const known = name.toLowerCase()
  if (rules.properties.has(known)) return `${known}:${writeValue(rest.slice(colon + 1))}`
  if (name.startsWith('--')) return `${writeName(name)}:${writeValue(rest.slice(colon + 1))}`
  // Properties of single programs, such as -inkscape-stroke, are left out, and so are pointers: see `allow-svg.ts`.
  if (!name.startsWith('-') && known !== 'cursor') refuse(`its CSS has the property ${name}, which is not allowed`)
  return ''
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
function selectors(tokens: Tokens, { selectable }: SvgRules): string {
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
      if (!selectable.has(name) && !isPartOfNth) refuse(`its CSS selects the element ${name}`)
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
