import type { MarkTone } from '../../../model/page-model.ts'
import { braceEnd, createBraceFinder } from '../../../readers/markdown/braces.ts'
import { DOCUSAURUS_COMMENTS, type LineComments } from '../../../readers/markdown/code/line-comments.ts'
import { parseTag } from '../../../readers/markdown/tag.ts'
import { mapLines, pathFrom } from '../../expand-lines.ts'
import { aliasedPath } from '../../mdx/aliases.ts'
import { expandMdx } from '../../mdx/expand-mdx.ts'
import { valueOfExpression, type ModulePage } from '../../mdx/module-values.ts'
import { markedCommands, packageManagerTabs } from '../../expansion/package-managers.ts'
import type { ExpandedPage } from '../../source.ts'
import { list, record, text as textOf } from '../../values.ts'

const TAB = /<TabItem\b(?![^<>]*\slabel=)([^<>]*?\svalue=(?:"([^"<>]*)"|\{?'([^'<>]*)'\}?))/
/** Comments for a highlighter that a configuration may name. */
const MARK_LIMIT = 100
/** Longest tag of a group of tabs. */
const TAG_LIMIT_CHARS = 65_536

/** Puts what a page takes from elsewhere into its text: parts, files shown as code, and names of tabs. */
export function docusaurusExpansion(base: string): (text: string, page: ExpandedPage) => string {
  const aliases = new Map([['@site/', base]])
  const pathOf = (written: string, file: string): string | null =>
    written.startsWith('.') ? pathFrom({ file }, written) : aliasedPath(written, aliases)
  return (text, page) => {
    const { folder } = page
    const whole = expandMdx(text, page, pathOf, (part, code, file, budget) =>
      nameTabs(plainAddresses(part), { code, file, folder, pathOf, budget }),
    )
    return whole.includes('npm2yarn') ? packageManagerTabs(whole, markedCommands) : whole
  }
}

/** An address that a page has by a function: `src={require('./a.png').default}`, `light: useBaseUrl('/a.png')`. */
const ADDRESS =
  /(=\{\s*|\b(?:light|dark):\s*)(?:require|useBaseUrl)\(\s*(["'])([^"'\\\n]{1,1000})\2\s*\)(?:\.default)?/g

/** Writes addresses that functions give as mere texts. Lines with code stay as they are. */
function plainAddresses(text: string): string {
  if (!/require\(|useBaseUrl\(/.test(text)) return text
  return mapLines(text, (line) => (line.includes('`') ? line : line.replace(ADDRESS, "$1'$3'")))
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

/** Writes the names of tabs, which may stand in a list of the group (`values={[…]}`), at the tabs themselves. */
function nameTabs(text: string, page: ModulePage): string {
  if (!text.includes('values={')) return text
  const groups: ReadonlyMap<string, string>[] = []
  let offset = 0
  const offsets = text.split('\n').map((line) => (offset += line.length + 1) - line.length - 1)
  return mapLines(text, (line, at) => {
    const start = line.indexOf('<Tabs')
    if (start >= 0) groups.push(namesOf(text, (offsets[at] as number) + start, page))
    if (line.includes('</Tabs>')) groups.pop()
    const names = groups.at(-1)
    if (names === undefined || names.size === 0 || !line.includes('<TabItem')) return line
    return line.replace(TAB, (whole, _attributes, double?: string, single?: string) => {
      const name = names.get(double ?? single ?? '')
      return name === undefined ? whole : `${whole} label=${JSON.stringify(name)}`
    })
  })
}

function namesOf(whole: string, start: number, page: ModulePage): ReadonlyMap<string, string> {
  const names = new Map<string, string>()
  const { budget } = page
  const text = whole.slice(start, start + Math.max(0, Math.min(TAG_LIMIT_CHARS, budget.left)))
  const tag = parseTag(text, 0, createBraceFinder(text))
  // A tag without an end was looked at as far as the text goes.
  budget.left -= tag?.end ?? text.length
  const values = tag === null ? -1 : text.slice(0, tag.end).indexOf('values={')
  if (tag === null || values < 0) return names
  const open = values + 'values='.length
  const close = braceEnd(text, open, tag.end)
  if (close < 0) return names
  for (const each of list(valueOfExpression(text.slice(open + 1, close - 1), page))) {
    const value = textOf(record(each)['value'])
    const label = textOf(record(each)['label'])
    if (value !== null && label !== null) names.set(value, label)
  }
  return names
}
