import { placesOf } from '../../../places-of.ts'
import { asText, callFunction, isTruthy, UNKNOWN, type TemplateWork } from './template-functions.ts'
import { memberAt, type TemplateScope } from './template-scope.ts'
import type { ShortcodeCall } from './meanings.ts'
import { DEPTH_LIMIT, STEP_CHARS, type Node, type Template } from './parse-template.ts'
import type { Shortcode } from './shortcodes.ts'

/** What a template of a shortcode writes, as far as its call alone tells. */
export interface Evaluated {
  readonly text: string
  /** Whether all of it was told; values of pages, partials and resources are not. */
  readonly isWhole: boolean
}

const TAG = /<[A-Za-z][^<>]*>/g
/** Longest text that a template writes. */
const WRITTEN_LIMIT_CHARS = 2_097_152
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
  const evaluation = new Evaluation(call, scope, work)
  const text = evaluation.write(nodes, UNKNOWN, 0).trim()
  const { isWhole } = evaluation
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

/** One evaluation of a template. */
class Evaluation {
  isWhole = true
  private readonly call: ShortcodeCall
  private readonly scope: TemplateScope
  private readonly work: TemplateWork
  private readonly variables = new Map<string, unknown>()
  private chars = 0

  constructor(call: ShortcodeCall, scope: TemplateScope, work: TemplateWork) {
    this.call = call
    this.scope = scope
    this.work = work
  }

  write(list: readonly Node[], dot: unknown, depth: number): string {
    if (depth > DEPTH_LIMIT || !this.maySpend(STEP_CHARS * (list.length + 1))) {
      this.isWhole = false
      return ''
    }
    let text = ''
    for (const node of list) {
      if (node.kind === 'text') text += this.counted(node.text)
      else if (node.kind === 'action') text += this.counted(this.written(this.assigned(node.tokens, dot)))
      else text += this.branch(node, dot, depth)
    }
    return text
  }

  private maySpend(chars: number): boolean {
    this.work.leftChars -= chars
    return this.work.leftChars >= 0
  }

  /** A text as far as there is room for it: what stands within may be long, and stand in many places. */
  private counted(piece: string): string {
    this.chars += piece.length
    if (this.maySpend(piece.length) && this.chars <= WRITTEN_LIMIT_CHARS) return piece
    this.isWhole = false
    return ''
  }

  private branch({ otherwise, taken, tokens, word }: Node & { kind: 'branch' }, dot: unknown, depth: number): string {
    // `range $number, $value := …` names what the list has, and no other word does so.
    const named = word === 'range' ? tokens.indexOf(':=') : -1
    const value = named > 0 ? this.pipeline(tokens.slice(named + 1), dot, 0) : this.assigned(tokens, dot, true)
    if (value === UNKNOWN) this.isWhole = false
    const list = word === 'range' ? listOf(value) : null
    if (list !== null && list.length > 0) {
      return list
        .map(([key, each]) => {
          if (named === 3) this.variables.set(tokens[0] ?? '', key)
          if (named > 0) this.variables.set(tokens[named - 1] ?? '', each)
          return this.write(taken, each, depth + 1)
        })
        .join('')
    }
    if (!isTruthy(value) || word === 'range') return this.write(otherwise, dot, depth + 1)
    return this.write(taken, word === 'with' ? value : dot, depth + 1)
  }

  /** Value of an action; one that only gives a name to a value, or whose value is not known, writes nothing. */
  private assigned(tokens: readonly string[], dot: unknown, isCondition = false): unknown {
    const [first = '', second] = tokens
    if (KEEPS.test(first)) return ''
    if (!first.startsWith('$') || (second !== ':=' && second !== '=')) return this.pipeline(tokens, dot, 0)
    const value = this.pipeline(tokens.slice(2), dot, 0)
    this.variables.set(first, value)
    return isCondition ? value : ''
  }

  private pipeline(tokens: readonly string[], dot: unknown, depth: number): unknown {
    if (depth > DEPTH_LIMIT || !this.maySpend(STEP_CHARS * tokens.length)) return UNKNOWN
    let value: unknown
    let from = 0
    let isFirst = true
    for (let at = 0, open = 0; at <= tokens.length; at++) {
      if (tokens[at] === '(') open += 1
      else if (tokens[at] === ')') open -= 1
      else if (at === tokens.length || (tokens[at] === '|' && open === 0)) {
        value = this.command(tokens.slice(from, at), dot, depth, isFirst ? [] : [value])
        isFirst = false
        from = at + 1
      }
    }
    return value
  }

  private command(tokens: readonly string[], dot: unknown, depth: number, piped: readonly unknown[]): unknown {
    const values: unknown[] = []
    let name = ''
    for (let at = 0; at < tokens.length; at++) {
      const token = tokens[at] as string
      if (token === '(') {
        const start = at + 1
        for (let open = 1; open > 0 && ++at < tokens.length;)
          open += tokens[at] === '(' ? 1 : tokens[at] === ')' ? -1 : 0
        values.push(this.pipeline(tokens.slice(start, at), dot, depth + 1))
      } else if (
        at === 0 &&
        (PARAM.test(token) || (/^(?:[A-Za-z]|\$?\.(?:Get|Parent\.Get)$)/.test(token) && !OF_SITE.test(token))) &&
        token !== 'true' &&
        token !== 'false'
      ) {
        name = token
      } else values.push(this.operand(token, dot))
    }
    if (name === '') return piped.length === 0 && values.length === 1 ? values[0] : UNKNOWN
    const args = [...values, ...piped]
    const paramOf = PARAM.exec(name)?.[1]
    if (paramOf !== undefined) {
      const path = ['Params', ...asText(args[0]).split('.')]
      // A page has the parameters of its site too.
      const own = paramOf === 'Page' ? this.scope.value(['Page', ...path], this.work) : undefined
      return own ?? this.scope.value(['site', ...path], this.work)
    }
    if (name === 'i18n' || name === 'T' || name === 'lang.Translate') return this.scope.translation(asText(args[0]))
    const root = name === 'index' ? OF_SITE.exec(tokens[1] ?? '')?.[1] : undefined
    if (root !== undefined && !args.includes(UNKNOWN, 1)) {
      return this.scope.value([...root.split('.'), ...args.slice(1).map(asText)], this.work)
    }
    if (name.endsWith('.Get')) return argument(name.includes('Parent') ? this.call.parent : this.call, args[0])
    return callFunction(name, args, this.work)
  }

  private operand(token: string, dot: unknown): unknown {
    if (!this.maySpend(token.length)) return UNKNOWN
    if (token.startsWith('"')) return token.slice(1, -1).replace(/\\(.)/g, '$1')
    if (token.startsWith('`')) return token.slice(1, -1)
    if (/^-?\d+(?:\.\d+)?$/.test(token)) return Number(token)
    if (token === 'true' || token === 'false') return token === 'true'
    switch (token.replace(/^\$(?=\.)/, '')) {
      case '.':
        return dot
      case '.Inner':
      case '.InnerDeindent':
        return this.call.inner ?? ''
      case '.Ordinal':
        return this.call.ordinal
      case '.Name':
        return this.call.name
      case '.Params':
        return this.call.named.size > 0 ? Object.fromEntries(this.call.named) : this.call.positional
      case '.IsNamedParams':
        return this.call.named.size > 0
      default:
        return this.valueOf(token, dot)
    }
  }

  /** A variable, a value of the site, or a member of either. */
  private valueOf(token: string, dot: unknown): unknown {
    const root = OF_SITE.exec(token)?.[1]
    if (root !== undefined) return this.scope.value(root.split('.'), this.work)
    const [name = '', ...path] = token.split('.')
    const value = name === '' ? dot : this.variables.has(name) ? this.variables.get(name) : UNKNOWN
    return value === UNKNOWN || (typeof value !== 'object' && path.length > 0) ? UNKNOWN : memberAt(value, path)
  }

  private written(value: unknown): string {
    if (typeof value === 'string') return value
    if (typeof value === 'number' || typeof value === 'boolean') return value.toString()
    if (value !== undefined) this.isWhole = false
    return ''
  }
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
