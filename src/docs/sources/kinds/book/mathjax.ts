import type { Delimiters } from '../../../readers/markdown/code/formulas.ts'
import { formulaBlock } from '../../expansion/formula-blocks.ts'

/** MathJax reads what Markdown leaves of a text: a sign without the backslash before it. */
const texOf = (written: string): string => written.replace(/\\([!-/:-@[-`{-~])/g, '$1')

/** Formulas as authors of mdBook write them for MathJax, with the backslash that Markdown takes away. */
export const MATHJAX: readonly Delimiters[] = [
  { open: '\\\\[', close: '\\\\]', texOf },
  { open: '\\\\(', close: '\\\\)', texOf },
  { open: '$$', close: '$$', texOf },
]

export const MATHJAX_BLOCKS = MATHJAX.filter(({ open }) => open !== '\\\\(').map(formulaBlock)
