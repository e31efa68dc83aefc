interface Run {
  readonly mark: string
  /** Index in the output of the piece that holds the marks which emphasise nothing. */
  readonly piece: number
  count: number
}

const WHITE = /\s/
const PUNCTUATION = /[\p{P}\p{S}]/u
const ASCII_WORD = /[A-Za-z\d]/
const CJK = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u

/** Python's `__init__`: CommonMark would make it bold, a reader of documentation means the name. */
const DUNDER = /__[a-z\d]+(?:_[a-z\d]+)*__(?![A-Za-z\d_])/y

/**
 * Takes the marks of emphasis out of a text (CommonMark §6.2, GitHub's `~~`) and leaves those that mark nothing.
 * Two rules differ, both for the sake of search: a single `*` between Latin letters is an operator, and marks beside a
 * Chinese, Japanese or Korean sign count although punctuation stands inside them.
 */
export function createEmphasis(source: string, out: string[]): { run(start: number): number; finish(): void } {
  const open: Record<string, Run[]> = { '*': [], _: [], '~': [] }
  const runs: Run[] = []

  return {
    /** Reads the run of marks at `start` and gives the offset behind it. */
    run(start) {
      const mark = source[start] as string
      let end = start
      while (source[end] === mark) end += 1
      const count = end - start
      const before = start === 0 ? ' ' : signBefore(source, start)
      const after = end === source.length ? ' ' : String.fromCodePoint(source.codePointAt(end) ?? 0x20)

      if (mark === '_' && count === 2 && !ASCII_WORD.test(before)) {
        DUNDER.lastIndex = start
        const name = DUNDER.exec(source)
        if (name) {
          out.push(name[0])
          return start + name[0].length
        }
      }
      const isOperator = mark === '*' && count === 1 && ASCII_WORD.test(before) && ASCII_WORD.test(after)
      if (isOperator || (mark === '~' && count !== 2)) {
        out.push(source.slice(start, end))
        return end
      }
      const left = !WHITE.test(after) && (!PUNCTUATION.test(after) || WHITE.test(before) || isEdge(before))
      const right = !WHITE.test(before) && (!PUNCTUATION.test(before) || WHITE.test(after) || isEdge(after))
      const canOpen = left && (mark !== '_' || !right || PUNCTUATION.test(before))
      const canClose = right && (mark !== '_' || !left || PUNCTUATION.test(after))

      const run: Run = { mark, count, piece: out.push('') - 1 }
      const openers = open[mark] as Run[]
      if (canClose) close(run, openers)
      if (canOpen && run.count > 0) openers.push(run)
      runs.push(run)
      return end
    },
    /** Writes the marks that are left over. Call it once, at the end. */
    finish() {
      for (const run of runs) if (run.count > 0) out[run.piece] = run.mark.repeat(run.count)
    },
  }
}

function close(run: Run, openers: Run[]): void {
  while (run.count > 0) {
    const opener = openers.at(-1)
    if (opener === undefined) return
    const paired = Math.min(run.count, opener.count)
    run.count -= paired
    opener.count -= paired
    if (opener.count === 0) openers.pop()
  }
}

function isEdge(sign: string): boolean {
  return PUNCTUATION.test(sign) || CJK.test(sign)
}

function signBefore(source: string, at: number): string {
  const isPair = at > 1 && (source.charCodeAt(at - 1) & 0xfc00) === 0xdc00
  return String.fromCodePoint(source.codePointAt(at - (isPair ? 2 : 1)) ?? 0x20)
}
