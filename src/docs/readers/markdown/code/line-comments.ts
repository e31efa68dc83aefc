import type { CodeBlock, LineMark, MarkTone, WordMark } from '../../../model/page-model.ts'

/** What a comment on a line of its own does, as Docusaurus has them: it marks the next line, or begins or ends marked lines. */
export interface LineComment {
  readonly place: 'next' | 'start' | 'end'
  readonly tone: MarkTone
}

/** Comments by their texts. */
export type LineComments = ReadonlyMap<string, LineComment>

/** Comments that mark lines of Docusaurus, with those that its documentation suggests. */
export const DOCUSAURUS_COMMENTS: LineComments = new Map(
  (['highlight', 'error', 'success'] as const).flatMap((name): [string, LineComment][] => {
    const tone = name === 'highlight' ? 'mark' : name === 'error' ? 'error' : 'ins'
    return [
      [`${name}-next-line`, { place: 'next', tone }],
      [`${name}-start`, { place: 'start', tone }],
      [`${name}-end`, { place: 'end', tone }],
    ]
  }),
)

/** Lines that one comment marks. */
const COUNT_LIMIT = 10_000
/** Marks of one block of code. */
const MARK_LIMIT = 1000

/** A comment behind code, as in `a() // [!code ++]`. */
const BEHIND_CODE = /\{?(?:\/\/|#|--|%|;|\/\*|<!--)[ \t]*\[!code ([^\]\n]{1,60})\][ \t]*(?:\*\/\}?|-->)?$/
/** A comment on a line of its own, with its text. */
const COMMENT = /^(?:\/\/|#|--|%|;|\{\/\*|\/\*|<!--)[ \t]*([^\s*]{1,100})[ \t]*(?:\*\/\}|\*\/|-->)?$/
const COUNTED = /^(\S+?)(?::(\d{1,5}))?$/

const TONES: ReadonlyMap<string, MarkTone> = new Map(
  Object.entries<MarkTone>({
    '++': 'ins',
    '--': 'del',
    highlight: 'mark',
    hl: 'mark',
    focus: 'focus',
    error: 'error',
    warning: 'warning',
  }),
)

/**
 * Takes the comments that mark lines for a highlighter out of code, and makes them marks of the block. Linear time.
 * @param own comments on lines of their own that have a meaning
 */
export function takeLineComments(block: CodeBlock, own: LineComments = new Map()): CodeBlock {
  const { text } = block
  const hasOwn = [...own.keys()].some((name) => text.includes(name))
  if (!hasOwn && !text.includes('[!code ')) return block
  const written = text.split('\n')
  const kept: string[] = []
  /** For each line as it was written, the number of the line that now stands there. */
  const numbers: number[] = []
  const marks: LineMark[] = []
  const words: WordMark[] = []
  const open = new Map<MarkTone, number>()
  for (const line of written) {
    const next = kept.length + 1
    numbers.push(next)
    const comment = hasOwn ? own.get(COMMENT.exec(line.trim())?.[1] ?? '') : undefined
    if (comment !== undefined) {
      const { place, tone } = comment
      if (place === 'next') marks.push({ tone, from: next, to: next })
      else if (place === 'start') open.set(tone, open.get(tone) ?? next)
      else if (open.has(tone)) {
        if (next > (open.get(tone) ?? next)) marks.push({ tone, from: open.get(tone) ?? next, to: next - 1 })
        open.delete(tone)
      }
      continue
    }
    const mark = line.includes('[!code ') ? BEHIND_CODE.exec(line.trimEnd()) : null
    if (mark === null) {
      kept.push(line)
      continue
    }
    const code = line.slice(0, mark.index).trimEnd()
    const [, name = '', count = '1'] = COUNTED.exec(mark[1] ?? '') ?? []
    const tone = TONES.get(name)
    if (tone !== undefined) marks.push({ tone, from: next, to: next + Math.min(COUNT_LIMIT, Number(count)) - 1 })
    else if (mark[1]?.startsWith('word:') === true) words.push(wordOf(mark[1].slice('word:'.length)))
    // A comment alone marks what follows.
    if (code !== '') kept.push(code)
  }
  block.text = kept.join('\n')
  const lines = [...(block.view?.lines ?? []).map((mark) => moved(mark, numbers)), ...marks].slice(0, MARK_LIMIT)
  const all = [...(block.view?.words ?? []), ...words].slice(0, MARK_LIMIT)
  if (lines.length === 0 && all.length === 0) return block
  block.view = {
    ...block.view,
    ...(lines.length === 0 ? {} : { lines }),
    ...(all.length === 0 ? {} : { words: all }),
  }
  return block
}

/** A mark of lines as they were written, on the lines that are left. */
function moved({ from, to, tone }: LineMark, numbers: readonly number[]): LineMark {
  return { tone, from: numbers[from - 1] ?? from, to: numbers[to - 1] ?? to }
}

/** `text` or `text:2`, whose number is that of lines; a colon of the text has a backslash before it. */
function wordOf(written: string): WordMark {
  return { tone: 'mark', text: written.replace(/(?<!\\):\d{1,5}$/, '').replace(/\\:/g, ':') }
}
