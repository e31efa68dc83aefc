import { expandTabs } from '../../../readers/markdown/lines.ts'

/** An item of a list: a link with its title, or a title or a pattern alone. */
const ITEM = /^([ \t]*)[-*+][ \t]+(?:\[([^\]]*)\]\(<?([^)\s<>]*)(?:[\s<>][^)]*)?\)[ \t]*|(\S.*))$/
const ITEM_LIMIT = 20_000

interface Entry {
  readonly columns: number
  readonly title: string | null
  readonly target: string
  readonly children: Entry[]
}

/** Reads the list of a Markdown file in which literate-nav has the navigation, as `nav` would have it. */
export function readNavList(text: string): unknown[] {
  const top: Entry[] = []
  const open: Entry[] = []
  let items = 0
  for (const line of text.split('\n')) {
    const [, before = '', title, target, words = ''] = ITEM.exec(line.trimEnd()) ?? []
    if (title === undefined && words === '') continue
    if (++items > ITEM_LIMIT) break
    const columns = expandTabs(before).length
    while (open.length > 0 && (open.at(-1) as Entry).columns >= columns) open.pop()
    const isPattern = title === undefined && /[*?]/.test(words)
    const entry = {
      columns,
      title: title ?? (isPattern ? null : words),
      target: target ?? (isPattern ? words : ''),
      children: [],
    }
    const siblings = open.at(-1)?.children ?? top
    siblings.push(entry)
    open.push(entry)
  }
  return top.map(asNav)
}

function asNav({ children, target, title }: Entry): unknown {
  const own = target === '' ? [] : [target]
  const value = children.length === 0 ? (own[0] ?? []) : [...own, ...children.map(asNav)]
  return title === null ? value : { [title]: value }
}
