import type { MarkTone } from '../../../model/page-model.ts'
import { DOCUSAURUS_COMMENTS, type LineComments } from '../../../readers/markdown/code/line-comments.ts'
import { pathFrom } from '../../expand-lines.ts'
import { aliasedPath } from '../../mdx/aliases.ts'
import type { ModuleRules } from '../../source.ts'
import { list, record, text as textOf } from '../../values.ts'

/** Comments for a highlighter that a configuration may name. */
const MARK_LIMIT = 100

/** Finds what a page imports from the site. */
export function docusaurusPaths(base: string): ModuleRules['pathOf'] {
  const aliases = new Map([['@site/', base]])
  return (written, file) => (written.startsWith('.') ? pathFrom({ file }, written) : aliasedPath(written, aliases))
}

/** Comments that mark lines of code: those that are known, and those of `themeConfig.prism.magicComments`. */
export function docusaurusMarks(config: Readonly<Record<string, unknown>>): LineComments {
  const prism = record(record(config['themeConfig'])['prism'])
  const marks = new Map(DOCUSAURUS_COMMENTS)
  for (const comment of list(prism['magicComments']).slice(0, MARK_LIMIT)) {
    const { block, className, line } = record(comment)
    const tone = toneOf(textOf(className) ?? '')
    const { end, start } = record(block)
    for (const [written, place] of [
      [line, 'next'],
      [start, 'start'],
      [end, 'end'],
    ] as const) {
      const name = textOf(written)
      if (name !== null) marks.set(name, { place, tone })
    }
  }
  return marks
}

/** What a class says of the lines that have it, which a style sheet of the site draws. */
function toneOf(className: string): MarkTone {
  if (/error|danger|wrong|bad/i.test(className)) return 'error'
  if (/del|remov/i.test(className)) return 'del'
  return /success|insert|add|good/i.test(className) ? 'ins' : 'mark'
}
