interface CodeSpan {
  /** The code; null when the backticks at the offset open nothing. */
  readonly text: string | null
  /** Offset behind the span, or behind the run of backticks that opens nothing. */
  readonly end: number
}

/**
 * Finds code spans (CommonMark §6.1): a run of backticks closes one of the same length. Runs that were passed over by a
 * search without success are remembered by length, so that no text is searched a second time.
 * @param mark what spans are made of; formulas are made of `$` in the same way
 */
export function createCodeSpanFinder(source: string, mark: '`' | '$' = '`'): { at(start: number): CodeSpan } {
  const runEnd = (start: number): number => {
    let end = start
    while (source[end] === mark) end += 1
    return end
  }
  const lastRunOfLength = new Map<number, number>()
  let searchedToTheEnd = false
  return {
    at(start) {
      const opened = runEnd(start)
      const length = opened - start
      if (searchedToTheEnd && (lastRunOfLength.get(length) ?? -1) < opened) return { text: null, end: opened }
      let at = source.indexOf(mark, opened)
      while (at >= 0) {
        const end = runEnd(at)
        if (end - at === length) return { text: codeText(source.slice(opened, at)), end }
        lastRunOfLength.set(end - at, at)
        at = source.indexOf(mark, end)
      }
      searchedToTheEnd = true
      return { text: null, end: opened }
    },
  }
}

/** The code spans of a text, in order. */
export function* codeSpans(source: string): Generator<{ readonly start: number; readonly end: number }> {
  const spans = createCodeSpanFinder(source)
  for (let start = source.indexOf('`'); start >= 0;) {
    const { end, text } = spans.at(start)
    if (text !== null) yield { start, end }
    start = source.indexOf('`', end)
  }
}

/**
 * Replaces the text outside of the code spans of a line or a text, and the spans where `code` is given.
 * @param replace gets a piece of text, and its offset
 */
export function mapOutsideCode(
  line: string,
  replace: (text: string, start: number) => string,
  code: (span: string) => string = (span) => span,
): string {
  let written = ''
  let from = 0
  for (const { end, start } of codeSpans(line)) {
    written += replace(line.slice(from, start), from) + code(line.slice(start, end))
    from = end
  }
  return written + replace(line.slice(from), from)
}

/** A text in which backticks cover its code spans, so that offsets stay what they are. */
export function coverCode(source: string): string {
  return mapOutsideCode(
    source,
    (text) => text,
    (span) => '`'.repeat(span.length),
  )
}

function codeText(code: string): string {
  const padded = code.length > 2 && /^[ \n]/.test(code) && /[ \n]$/.test(code) && code.trim() !== ''
  return padded ? code.slice(1, -1) : code
}
