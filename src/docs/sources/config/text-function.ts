import type { Expression, Node } from '@babel/types'

/** A function of a configuration that makes a text of a text by methods alone, and can be followed without running it. */
export type TextFunction = (text: string) => string

/** A regular expression of a configuration. */
export class Pattern {
  readonly source: string
  readonly flags: string
  constructor(source: string, flags: string) {
    this.source = source
    this.flags = flags
  }
}

/** Methods that one function may call, one after another. */
const STEP_LIMIT = 20
const SOURCE_LIMIT_CHARS = 500
const REPLACEMENT_LIMIT_CHARS = 100
/** Longest text that is looked at; a pattern with one repetition may take the square of it. */
export const TEXT_LIMIT_CHARS = 400

/** Methods without a pattern; a text whose form of Unicode is unknown stays as it is. */
const METHODS: Readonly<Record<string, (text: string, argument: unknown) => string>> = {
  normalize: (text, form = 'NFC') =>
    typeof form === 'string' && /^NFK?[CD]$/.test(form) ? text.normalize(form) : text,
  toLowerCase: (text) => text.toLowerCase(),
  toUpperCase: (text) => text.toUpperCase(),
  toString: String,
  trim: (text) => text.trim(),
  trimStart: (text) => text.trimStart(),
  trimEnd: (text) => text.trimEnd(),
}

/**
 * Tells what a function does whose result is a chain of methods of its parameter:
 * `(text) => text.trim().toLowerCase().replace(/\s+/g, '-')`. Null: it does something else, or has a pattern that may be slow.
 * @param parameter name of the parameter
 * @param valueOf gives the value of an argument
 */
export function textFunction(
  body: Expression,
  parameter: string,
  valueOf: (node: Node) => unknown,
): TextFunction | null {
  const steps: TextFunction[] = []
  let node: Node = body
  while (node.type !== 'Identifier') {
    if (node.type !== 'CallExpression' || steps.length >= STEP_LIMIT) return null
    const callee: Node = node.callee
    const given: readonly Node[] = node.arguments
    const first = given[0]
    if (callee.type === 'Identifier') {
      const encodes = callee.name === 'encodeURIComponent'
      if ((!encodes && callee.name !== 'String') || first === undefined) return null
      steps.push(encodes ? (text) => encodeURIComponent(text.toWellFormed()) : (text) => text)
      node = first
      continue
    }
    if (callee.type !== 'MemberExpression' || callee.computed || callee.property.type !== 'Identifier') return null
    const step = stepOf(callee.property.name, given.map(valueOf))
    if (step === null) return null
    steps.push(step)
    node = callee.object
  }
  if (node.name !== parameter || steps.length === 0) return null
  const inOrder = steps.toReversed()
  return (text) =>
    inOrder.reduce((made, step) => step(made).slice(0, TEXT_LIMIT_CHARS), text.slice(0, TEXT_LIMIT_CHARS))
}

function stepOf(name: string, values: readonly unknown[]): TextFunction | null {
  const [found, replacement] = values
  if (name === 'replace' || name === 'replaceAll') {
    if (typeof replacement !== 'string' || replacement.length > REPLACEMENT_LIMIT_CHARS) return null
    if (typeof found === 'string') {
      return name === 'replace'
        ? (text) => text.replace(found, replacement)
        : (text) => text.replaceAll(found, replacement)
    }
    const pattern = found instanceof Pattern ? safePattern(found) : null
    return pattern === null ? null : (text) => text.replace(pattern, replacement)
  }
  const method = Object.hasOwn(METHODS, name) ? METHODS[name] : undefined
  return method === undefined ? null : (text) => method(text, found)
}

/** A character, a class of characters, or a group of one of them; then how often it stands. */
const ATOM = /(\()?(?:\^|\$|\\[^1-9k]|\[(?:[^\]\\]|\\.)*\]|[^\\[\](){}|?*+^$])(\))?([+*?])?/y

/** The pattern, if each of its alternatives repeats one thing at most, so that it takes no more than the square of a text. */
export function safePattern({ flags, source }: Pattern): RegExp | null {
  if (source.length > SOURCE_LIMIT_CHARS || !/^[gimu]{0,4}$/.test(flags)) return null
  let repeated = 0
  for (let at = 0; at < source.length;) {
    if (source[at] === '|') {
      repeated = 0
      at += 1
      continue
    }
    ATOM.lastIndex = at
    const atom = ATOM.exec(source)
    if (atom === null || (atom[1] === undefined) !== (atom[2] === undefined)) return null
    if (atom[3] !== undefined && ++repeated > 1) return null
    at = ATOM.lastIndex
  }
  try {
    return new RegExp(source, flags)
  } catch {
    return null
  }
}
