/** A run of equal marks of emphasis in a line of text. */
export interface Run {
  readonly mark: string
  /** Marks of the source; decides with `count` which runs pair. */
  readonly length: number
  /** Marks that emphasise nothing yet. */
  count: number
  readonly canOpen: boolean
  readonly canClose: boolean
  /** Wide punctuation beside the run may mean that it both opens and closes. */
  readonly isWide: boolean
  /** Elements that end at this run, the innermost first. */
  readonly closes: Emphasis[]
  /** Elements that start at this run, the innermost first. */
  readonly opens: Emphasis[]
}

type Emphasis = 'em' | 'strong' | 's'

const WHITE = /\s/
const PUNCTUATION = /[\p{P}\p{S}]/u
const ASCII_WORD = /[A-Za-z\d]/
const CJK = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u

/** Brackets of Chinese, Japanese and Korean that begin a bold text, with no space before them. */
const WIDE_START = /[（【「『《〈〔［]/
/** Signs of Chinese, Japanese and Korean that end a bold text, with no space after them. Commas seldom do. */
const WIDE_END = /[：）】」』》〉〕］。！？]/

/** Python's `__init__`: CommonMark would make it bold, a reader of documentation means the name. */
const DUNDER = /__[a-z\d]+(?:_[a-z\d]+)*__(?![A-Za-z\d_])/y

/**
 * Reads the marks at `start` (CommonMark §6.2, GitHub's `~~`). A text is returned where the marks are plain text to its
 * end. Three rules are not those of CommonMark. A single `*` between Latin letters is an operator. Marks count between
 * punctuation inside them and a Chinese, Japanese or Korean sign outside. Two or more marks between wide punctuation
 * inside and a Latin letter outside count where `pairRuns` leaves over fewer marks by it.
 */
export function readRun(source: string, start: number): Run | string {
  const mark = source[start] as string
  let end = start
  while (source[end] === mark) end += 1
  const length = end - start
  const before = start === 0 ? ' ' : signBefore(source, start)
  const after = end === source.length ? ' ' : String.fromCodePoint(source.codePointAt(end) ?? 0x20)

  if (mark === '_' && length === 2 && !ASCII_WORD.test(before)) {
    DUNDER.lastIndex = start
    const name = DUNDER.exec(source)
    if (name) return name[0]
  }
  const isOperator = mark === '*' && length === 1 && ASCII_WORD.test(before) && ASCII_WORD.test(after)
  if (isOperator || (mark === '~' && length !== 2)) return source.slice(start, end)
  const left = !WHITE.test(after) && (!PUNCTUATION.test(after) || WHITE.test(before) || isEdge(before))
  const right = !WHITE.test(before) && (!PUNCTUATION.test(before) || WHITE.test(after) || isEdge(after))
  const canOpen = left && (mark !== '_' || !right || PUNCTUATION.test(before))
  const canClose = right && (mark !== '_' || !left || PUNCTUATION.test(after))
  const isWide =
    mark !== '_' && length > 1 && ((!canOpen && WIDE_START.test(after)) || (!canClose && WIDE_END.test(before)))
  return { mark, length, count: length, canOpen, canClose, isWide, closes: [], opens: [] }
}

/**
 * Pairs the runs of a text, in order, and empties the list. Wide punctuation beside marks counts only where fewer marks
 * are left over by it, so that text which reads well without it stays the same.
 */
export function pairRuns(runs: Run[]): void {
  const wide = runs.some((run) => run.isWide) ? runs.map(asWide) : []
  pairInOrder(runs)
  pairInOrder(wide)
  if (wide.length > 0 && marksLeft(wide) < marksLeft(runs))
    for (const [at, run] of runs.entries()) Object.assign(run, wide[at])
  runs.length = 0
}

/**
 * Pairs each closing run with the last opening one that suits it. For each kind of closing run it is kept below which
 * place there is no opening one, so that the whole takes linear time.
 */
function pairInOrder(runs: readonly Run[]): void {
  const bottoms = new Map<string, number>()
  const open: Run[] = []
  for (const run of runs) {
    if (run.canClose) close(run, open, bottoms)
    if (run.canOpen && run.count > 0) open.push(run)
  }
}

function asWide(run: Run): Run {
  const { canClose, canOpen, isWide } = run
  return { ...run, canOpen: canOpen || isWide, canClose: canClose || isWide, closes: [], opens: [] }
}

function marksLeft(runs: readonly Run[]): number {
  return runs.reduce((total, run) => total + run.count, 0)
}

function close(run: Run, open: Run[], bottoms: Map<string, number>): void {
  while (run.count > 0) {
    const kind = `${run.mark}${run.canOpen ? 1 : 0}${run.length % 3}`
    const bottom = bottoms.get(kind) ?? 0
    let at = open.length - 1
    while (at >= bottom && !pairs(open[at] as Run, run)) at -= 1
    if (at < bottom) {
      bottoms.set(kind, open.length)
      return
    }
    const opener = open[at] as Run
    open.length = at + 1
    for (const [key, value] of bottoms) if (value > open.length) bottoms.set(key, open.length)
    const used = run.mark === '~' || (run.count >= 2 && opener.count >= 2) ? 2 : 1
    run.count -= used
    opener.count -= used
    const element = run.mark === '~' ? 's' : used === 2 ? 'strong' : 'em'
    opener.opens.push(element)
    run.closes.push(element)
    if (opener.count === 0) open.pop()
  }
}

/** CommonMark's rules 9 and 10: lengths that add up to a multiple of three pair only if both are multiples. */
function pairs(opener: Run, closer: Run): boolean {
  if (opener.mark !== closer.mark) return false
  if (!opener.canClose && !closer.canOpen) return true
  return (opener.length + closer.length) % 3 !== 0 || (opener.length % 3 === 0 && closer.length % 3 === 0)
}

function isEdge(sign: string): boolean {
  return PUNCTUATION.test(sign) || CJK.test(sign)
}

function signBefore(source: string, at: number): string {
  const isPair = at > 1 && (source.charCodeAt(at - 1) & 0xfc00) === 0xdc00
  return String.fromCodePoint(source.codePointAt(at - (isPair ? 2 : 1)) ?? 0x20)
}
