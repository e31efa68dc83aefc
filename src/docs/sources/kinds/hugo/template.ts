import { placesOf } from '../../../places-of.ts'
import { asText, callFunction, isTruthy, UNKNOWN, type TemplateWork } from './template-functions.ts'
import { memberAt, type TemplateScope } from './template-scope.ts'
import type { ShortcodeCall } from './meanings.ts'
import type { Shortcode } from './shortcodes.ts'

/** What a template of a shortcode writes, as far as its call alone tells. */
export interface Evaluated {
  readonly text: string
  /** Whether all of it was told; values of pages, partials and resources are not. */
  readonly isWhole: boolean
}

type Node =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'action'; readonly tokens: readonly string[] }
  | {
      readonly kind: 'branch'
      readonly word: string
      readonly tokens: readonly string[]
      readonly taken: Node[]
      readonly otherwise: Node[]
    }

/** The parts of a template in their order. */
export type Template = readonly Node[]

/** A comment is a whole action. Each text is read in one way alone, so one without an end takes no more time than others. */
const ACTION =
  /\{\{(-?)(\s*\/\*(?:(?!\*\/)[^])*\*\/\s*-?|(?:"(?:[^"\\]|\\.)*"|`[^`]*`|[^"`{}]|\{(?!\{)|\}(?!\}))*)\}\}/y
const TOKEN = /"(?:[^"\\]|\\.)*"|`[^`]*`|:=|[()|=,]|[^\s()|,"`=:]+/g
const CODE = /<pre\b|^(?:transform\.)?highlight$/i
const TAG = /<[A-Za-z][^<>]*>/g
const MARKDOWN = /\b(?:markdownify|Markdownify|RenderString|RenderShortcodes)$/
const TEXT_LIMIT_CHARS = 65_536
/** Longest text that a template writes. */
const WRITTEN_LIMIT_CHARS = 2_097_152
/** Characters as which each part and each word of a template counts when it is evaluated, and each sign when it is parsed. */
const STEP_CHARS = 16
const DEPTH_LIMIT = 20
/** What only keeps a value for other templates. */
const KEEPS = /\.(?:Scratch|Store)\.(?:Add|Set|SetInMap|Delete)$/
/** A value of the site or of the page: `site.Params.version`, `$.Page.Title`. */
const OF_SITE = /^(?:\$?\.(?=(?:Site|Page)\.)|(?=(?:site|hugo)\.))(\w+(?:\.[\w-]+)+)$/
const PARAM = /^(?:\$?\.)?([Ss]ite|Page)\.Param$/

/**
 * Evaluates the template of a shortcode without running it: its arguments, what stands within, conditions, functions
 * that only change texts, and what the site has of parameters, data and translated texts.
 * @param work what all templates of the page may still look at
 */
export function evaluateTemplate(
  nodes: Template,
  call: ShortcodeCall,
  scope: TemplateScope,
  work: TemplateWork,
): Evaluated {
  const variables = new Map<string, unknown>()
  let isWhole = true
  let chars = 0

  function write(list: readonly Node[], dot: unknown, depth: number): string {
    if (depth > DEPTH_LIMIT || !maySpend(STEP_CHARS * (list.length + 1))) {
      isWhole = false
      return ''
    }
    let text = ''
    for (const node of list) {
      if (node.kind === 'text') text += counted(node.text)
      else if (node.kind === 'action') text += counted(written(assigned(node.tokens, dot)))
      else text += branch(node, dot, depth)
    }
    return text
  }

  function maySpend(chars: number): boolean {
    work.leftChars -= chars
    return work.leftChars >= 0
  }

  /** A text as far as there is room for it: what stands within may be long, and stand in many places. */
  function counted(piece: string): string {
    chars += piece.length
    if (maySpend(piece.length) && chars <= WRITTEN_LIMIT_CHARS) return piece
    isWhole = false
    return ''
  }

  function branch({ otherwise, taken, tokens, word }: Node & { kind: 'branch' }, dot: unknown, depth: number): string {
    // `range $number, $value := …` names what the list has, and no other word does so.
    const named = word === 'range' ? tokens.indexOf(':=') : -1
    const value = named > 0 ? pipeline(tokens.slice(named + 1), dot, 0) : assigned(tokens, dot, true)
    if (value === UNKNOWN) isWhole = false
    const list = word === 'range' ? listOf(value) : null
    if (list !== null && list.length > 0) {
      return list
        .map(([key, each]) => {
          if (named === 3) variables.set(tokens[0] ?? '', key)
          if (named > 0) variables.set(tokens[named - 1] ?? '', each)
          return write(taken, each, depth + 1)
        })
        .join('')
    }
    if (!isTruthy(value) || word === 'range') return write(otherwise, dot, depth + 1)
    return write(taken, word === 'with' ? value : dot, depth + 1)
  }

  /** Value of an action; one that only gives a name to a value, or whose value is not known, writes nothing. */
  function assigned(tokens: readonly string[], dot: unknown, isCondition = false): unknown {
    const [first = '', second] = tokens
    if (KEEPS.test(first)) return ''
    if (!first.startsWith('$') || (second !== ':=' && second !== '=')) return pipeline(tokens, dot, 0)
    const value = pipeline(tokens.slice(2), dot, 0)
    variables.set(first, value)
    return isCondition ? value : ''
  }

  function pipeline(tokens: readonly string[], dot: unknown, depth: number): unknown {
    if (depth > DEPTH_LIMIT || !maySpend(STEP_CHARS * tokens.length)) return UNKNOWN
    let value: unknown
    let from = 0
    let isFirst = true
    for (let at = 0, open = 0; at <= tokens.length; at++) {
      if (tokens[at] === '(') open += 1
      else if (tokens[at] === ')') open -= 1
      else if (at === tokens.length || (tokens[at] === '|' && open === 0)) {
        value = command(tokens.slice(from, at), dot, depth, isFirst ? [] : [value])
        isFirst = false
        from = at + 1
      }
    }
    return value
  }

  function command(tokens: readonly string[], dot: unknown, depth: number, piped: readonly unknown[]): unknown {
    const values: unknown[] = []
    let name = ''
    for (let at = 0; at < tokens.length; at++) {
      const token = tokens[at] as string
      if (token === '(') {
        const start = at + 1
        for (let open = 1; open > 0 && ++at < tokens.length;)
          open += tokens[at] === '(' ? 1 : tokens[at] === ')' ? -1 : 0
        values.push(pipeline(tokens.slice(start, at), dot, depth + 1))
      } else if (
        at === 0 &&
        (PARAM.test(token) || (/^(?:[A-Za-z]|\$?\.(?:Get|Parent\.Get)$)/.test(token) && !OF_SITE.test(token))) &&
        token !== 'true' &&
        token !== 'false'
      ) {
        name = token
      } else values.push(operand(token, dot))
    }
    if (name === '') return piped.length === 0 && values.length === 1 ? values[0] : UNKNOWN
    const args = [...values, ...piped]
    const paramOf = PARAM.exec(name)?.[1]
    if (paramOf !== undefined) {
      const path = ['Params', ...asText(args[0]).split('.')]
      // A page has the parameters of its site too.
      const own = paramOf === 'Page' ? scope.value(['Page', ...path], work) : undefined
      return own ?? scope.value(['site', ...path], work)
    }
    if (name === 'i18n' || name === 'T' || name === 'lang.Translate') return scope.translation(asText(args[0]))
    const root = name === 'index' ? OF_SITE.exec(tokens[1] ?? '')?.[1] : undefined
    if (root !== undefined && !args.includes(UNKNOWN, 1)) {
      return scope.value([...root.split('.'), ...args.slice(1).map(asText)], work)
    }
    if (name.endsWith('.Get')) return argument(name.includes('Parent') ? call.parent : call, args[0])
    return callFunction(name, args, work)
  }

  function operand(token: string, dot: unknown): unknown {
    if (!maySpend(token.length)) return UNKNOWN
    if (token.startsWith('"')) return token.slice(1, -1).replace(/\\(.)/g, '$1')
    if (token.startsWith('`')) return token.slice(1, -1)
    if (/^-?\d+(?:\.\d+)?$/.test(token)) return Number(token)
    if (token === 'true' || token === 'false') return token === 'true'
    switch (token.replace(/^\$(?=\.)/, '')) {
      case '.':
        return dot
      case '.Inner':
      case '.InnerDeindent':
        return call.inner ?? ''
      case '.Ordinal':
        return call.ordinal
      case '.Name':
        return call.name
      case '.Params':
        return call.named.size > 0 ? Object.fromEntries(call.named) : call.positional
      case '.IsNamedParams':
        return call.named.size > 0
      default:
        return valueOf(token, dot)
    }
  }

  /** A variable, a value of the site, or a member of either. */
  function valueOf(token: string, dot: unknown): unknown {
    const root = OF_SITE.exec(token)?.[1]
    if (root !== undefined) return scope.value(root.split('.'), work)
    const [name = '', ...path] = token.split('.')
    const value = name === '' ? dot : variables.has(name) ? variables.get(name) : UNKNOWN
    return value === UNKNOWN || (typeof value !== 'object' && path.length > 0) ? UNKNOWN : memberAt(value, path)
  }

  function written(value: unknown): string {
    if (typeof value === 'string') return value
    if (typeof value === 'number' || typeof value === 'boolean') return value.toString()
    if (value !== undefined) isWhole = false
    return ''
  }

  const text = write(nodes, UNKNOWN, 0).trim()
  // What stands within is the author's, and may be code with tags on several lines.
  const within = (call.inner ?? '').trim()
  if (within.replace(TAG, onOneLine) === within) return { text: text.replace(TAG, onOneLine), isWhole }
  let tidied = ''
  let end = 0
  for (const at of placesOf(text, within)) {
    if (at < end) continue
    tidied += text.slice(end, at).replace(TAG, onOneLine) + within
    end = at + within.length
  }
  return { text: tidied + text.slice(end).replace(TAG, onOneLine), isWhole }
}

/** A tag on one line: conditions in it leave blank lines, at which HTML ends in Markdown. */
function onOneLine(tag: string): string {
  if (!tag.includes('\n')) return tag
  const lines = tag.split('\n').map((line) => line.trim())
  return lines.filter((line) => line !== '').join(' ')
}

/** Elements of a list with their numbers, or members of a record with their names; null: it is neither. */
function listOf(value: unknown): readonly (readonly [string | number, unknown])[] | null {
  if (Array.isArray(value)) return value.map((each: unknown, at) => [at, each] as const)
  if (typeof value !== 'object' || value === null) return null
  return Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
}

function argument(shortcode: Shortcode | null, key: unknown): unknown {
  if (shortcode === null) return ''
  const value = typeof key === 'number' ? shortcode.positional[key] : shortcode.named.get(String(key).toLowerCase())
  return value ?? ''
}

/**
 * Guesses whether a template shows what stands within as code: it has preformatted text or highlights something, and makes
 * nothing of Markdown.
 */
export function writesCode(template: Template): boolean {
  const words = wordsOf(template)
  return words.some((word) => CODE.test(word)) && !words.some((word) => MARKDOWN.test(word))
}

/** The texts of a template, and the words of its actions and conditions. */
function wordsOf(template: Template): string[] {
  const words: string[] = []
  // Conditions after `else` lie in one another, as deep as a template is long.
  const left = [template]
  for (let nodes = left.pop(); nodes !== undefined; nodes = left.pop()) {
    for (const node of nodes) {
      if (node.kind === 'text') words.push(node.text)
      else words.push(...node.tokens)
      if (node.kind === 'branch') left.push(node.taken, node.otherwise)
    }
  }
  return words
}

/**
 * Parses a template.
 * @param work what all templates of the page may still look at, from which its length is taken
 * @returns null: it is too long for what is left or for a template, or an action, condition or comment of it does not end
 */
export function parseTemplate(source: string, work: TemplateWork): Template | null {
  if (source.length > TEXT_LIMIT_CHARS) return null
  work.leftChars -= STEP_CHARS * source.length
  if (work.leftChars < 0) return null
  const root: Node[] = []
  const stack: { list: Node[]; branch: (Node & { kind: 'branch' }) | null }[] = [{ list: root, branch: null }]
  let from = 0
  let trims = false
  let isComment = false

  /** Leaves out comments of HTML, which Hugo does not write. Actions may stand in them. */
  function withoutComments(raw: string): string {
    let kept = ''
    for (let at = 0; ;) {
      const next = raw.indexOf(isComment ? '-->' : '<!--', at)
      if (!isComment) kept += raw.slice(at, next < 0 ? raw.length : next)
      if (next < 0) return kept
      at = next + (isComment ? '-->' : '<!--').length
      isComment = !isComment
    }
  }

  function text(written: string, trimEnd: boolean): void {
    const raw = withoutComments(written)
    const start = trims ? raw.trimStart() : raw
    const trimmed = (trimEnd ? start.trimEnd() : start).replace(/\n[ \t]+/g, '\n')
    if (trimmed !== '') stack.at(-1)?.list.push({ kind: 'text', text: trimmed })
  }
  for (let at = source.indexOf('{{'); at >= 0; at = source.indexOf('{{', from)) {
    ACTION.lastIndex = at
    const [, before, inner] = ACTION.exec(source) ?? []
    if (inner === undefined) return null
    text(source.slice(from, at), before === '-')
    from = ACTION.lastIndex
    trims = inner.endsWith('-')
    const action = inner.replace(/-$/, '').trim()
    if (action.startsWith('/*') || action === '') continue
    const [word = '', ...rest] = action.match(TOKEN) ?? []
    const top = stack.at(-1)
    if (word === 'if' || word === 'with' || word === 'range') {
      const branch: Node & { kind: 'branch' } = { kind: 'branch', word, tokens: rest, taken: [], otherwise: [] }
      top?.list.push(branch)
      if (stack.push({ list: branch.taken, branch }) > DEPTH_LIMIT) return null
    } else if (word === 'else') {
      if (top?.branch == null) return null
      top.list = top.branch.otherwise
      if (rest.length === 0) continue
      // `else if` is a condition within the other branch, which ends with it.
      const [condition = '', ...tokens] = rest
      const branch: Node & { kind: 'branch' } = { kind: 'branch', word: condition, tokens, taken: [], otherwise: [] }
      top.list.push(branch)
      stack[stack.length - 1] = { list: branch.taken, branch }
    } else if (word === 'end') {
      if (stack.length === 1) return null
      stack.pop()
    } else if (word === 'define' || word === 'block' || word === 'template') return null
    else if (!isComment || rest[0] === ':=' || rest[0] === '=')
      top?.list.push({ kind: 'action', tokens: [word, ...rest] })
  }
  text(source.slice(from), false)
  return stack.length === 1 && !isComment ? root : null
}
