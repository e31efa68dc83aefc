import type { Formulas } from '../../readers/markdown/code/formulas.ts'

/** A configuration that imports the plugin for formulas, on a line that is no comment. */
const PLUGIN = /^(?![ \t]*(?:\/\/|\/?\*)).*["'`]remark-math["'`]/m
const IS_DOUBLE = /\bsingleDollarTextMath\b["']?\s*:\s*false\b/

/**
 * How formulas are written in the pages of a configuration, as its imports show.
 * @param option an option of the generator's own that stands for the plugin
 */
export function formulasOf(program: string | null, option?: RegExp): Formulas {
  if (program === null || (!PLUGIN.test(program) && option?.test(program) !== true)) return 'double dollars'
  return IS_DOUBLE.test(program) ? 'double dollars' : 'dollars'
}
