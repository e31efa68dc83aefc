/** Lines of twoslash that no reader sees: settings of the compiler, and marks under a line. What a line logs or warns of is shown. */
const NOTATION = /^\s*\/\/\s*(?:@(?!(?:filename|log|error|warn|annotate)\b)\w+(?::.*)?|\^[?|]|\^+)\s*$/
const CUT = /^\s*\/\/ ---cut(?:-(before|after|start|end))?---\s*$/

/** Leaves out what twoslash hides: lines before, behind or between its cuts, and its notations. */
export function withoutTwoslash(lines: readonly string[]): string[] {
  let shown: string[] = []
  let isHidden = false
  for (const line of lines) {
    const cut = CUT.exec(line)
    if (cut === null) {
      if (!isHidden && !NOTATION.test(line)) shown.push(line)
      continue
    }
    const [, kind = 'before'] = cut
    if (kind === 'before') shown = []
    if (kind === 'after') return shown
    isHidden = kind === 'start'
  }
  return shown
}
