import type { TemplateWork } from './template-functions.ts'

/** A part of a template. */
export type Node =
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
const MARKDOWN = /\b(?:markdownify|Markdownify|RenderString|RenderShortcodes)$/
const TEXT_LIMIT_CHARS = 65_536
/** Characters as which each part and each word of a template counts when it is evaluated, and each sign when it is parsed. */
export const STEP_CHARS = 16
export const DEPTH_LIMIT = 20
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
