/** A range of lines, from 1, both ends in it. */
type Lines = readonly [from: number, to: number]

/** `{* file.py ln[3:6,8] hl[5] title[main.py] *}`. */
export const VARIANT = /\{\*[ \t]+([^\s{}[\]*]{1,500})((?:[ \t]+(?:ln|hl|title)\[[^\]\n]{0,500}\])*)[ \t]*\*\}[ \t]*$/my
const SETTING = /(ln|hl|title)\[([^\]]*)\]/g
const RANGE = /^(\d{1,6})(?::(\d{1,6}))?$/
const FENCE = '`````'
/** Stands for lines of the file that are not shown. */
const LEFT_OUT = '# …'
/** Ranges of marked lines in one block of code. */
const MARK_LIMIT = 100

/**
 * What stands for a line of the extension markdown-include-variants: fenced code with inclusions of mdx-include. Lines that are
 * marked are counted in the file, and the code that is shown may leave out some of them.
 */
export function codeOfVariant([, file = '', written = '']: RegExpExecArray): string {
  const settings = new Map([...written.matchAll(SETTING)].map(([, name = '', value = '']) => [name, value]))
  const toMark = rangesOf(settings.get('hl'))
  const shown: string[] = []
  const marked: string[] = []
  let next = 1
  for (const [from, to] of rangesOf(settings.get('ln'))) {
    const gap = shown.length > 0 ? ['', LEFT_OUT, ''] : from > 1 ? [LEFT_OUT, ''] : []
    const first = next + gap.length
    const overlaps = toMark.map(([a, b]) => [Math.max(a, from), Math.min(b, to)] as const).filter(([a, b]) => a <= b)
    marked.push(...overlaps.map(([a, b]) => `${a - from + first}-${b - from + first}`))
    shown.push(...gap, `{!${file}[ln:${from}-${to}]!}`)
    next = first + to - from + 1
  }
  if (shown.length === 0) {
    shown.push(`{!${file}!}`)
    marked.push(...toMark.map(([from, to]) => `${from}-${to}`))
  }
  const title = settings.get('title')?.replaceAll('"', '') ?? ''
  const language = /\.([A-Za-z]\w*)$/.exec(file)?.[1] ?? ''
  const opening = `${FENCE}${language}${option('hl_lines', marked.slice(0, MARK_LIMIT).join(' '))}${option('title', title)}`
  return [opening, ...shown, FENCE].join('\n')
}

function option(name: string, value: string): string {
  return value === '' ? '' : ` ${name}="${value}"`
}

/** The ranges of `3:6,8`. What is no range is left out. */
function rangesOf(written: string | undefined): Lines[] {
  return (written ?? '').split(',').flatMap((each) => {
    const [whole, from = '', to = from] = RANGE.exec(each.trim()) ?? []
    return whole === undefined || Number(to) < Number(from) ? [] : [[Number(from), Number(to)] as const]
  })
}
