import type { Delimiters } from '../../readers/markdown/code/formulas.ts'
import type { Construct } from '../../readers/markdown/constructs.ts'

/** A formula that has lines to itself, none of which is blank. */
export function formulaBlock({ close, open, texOf }: Delimiters): Construct {
  const [before, behind] = [open, close].map((sign) => sign.replace(/[^\w\s]/g, '\\$&'))
  const pattern = new RegExp(`${before}((?:[^\\n]|\\n(?![ \\t]*\\n)){1,5000}?)${behind}[ \\t]*$`, 'my')
  return aloneIn(open, pattern, texOf)
}

/** A formula of which a pattern has the TeX in its first group, with lines to itself. */
export function aloneIn(opening: string, pattern: RegExp, texOf = (tex: string): string => tex): Construct {
  return {
    opening,
    pattern,
    isLine: true,
    part: ([, tex = '']) => (tex.trim() === '' ? null : { text: `$$\n${texOf(tex).trim()}\n$$`, constructs: [] }),
  }
}
