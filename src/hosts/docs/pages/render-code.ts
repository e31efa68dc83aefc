import type { CodeBlock, CodeView, LineMark, WordMark } from '../../../docs/model/page-model.ts'
import { fill, type Messages } from '../../../web/messages.ts'
import { markup, type Markup } from '../../../web/markup.ts'

const LANGUAGE = /^[\w+#.-]{1,32}$/
/** Lines of a larger block have no marks and numbers, which would make many elements of them. */
const LINES_LIMIT = 5000
/** Texts of a block that are marked. Further ones are plain. */
const WORDS_LIMIT = 1000
const DIFF_LINE = /^(?:\+(?!\+\+ )|-(?!-- ))/
const DIFF_HEADER = /^(?:\+\+\+|---) /m

/** Renders a block of code. `typeset-page.ts` knows what the element `code` looks like. */
export function renderCode(block: CodeBlock, messages: Messages): Markup {
  const { language, text, title, view = {} } = block
  if (language === 'mermaid') return diagram(block, messages)
  const named = language !== null && LANGUAGE.test(language) ? language : null
  const label = named !== null && markup` data-language="${named}"`
  const className = named !== null && markup` class="language-${named}"`
  const heading = title !== null && markup`<p class="component-title">${title}</p>`
  const marks = linesOf(block)
  const flags = [view.firstNumber !== undefined && 'numbered', view.wrap === true && 'wrap'].filter(
    (flag) => flag !== false,
  )
  const classes = flags.length > 0 && markup` class="${flags.join(' ')}"`
  const code = marks.length > 0 || Object.keys(view).length > 0 ? lines(text, marks, view) : text
  return markup`<div class="code"${label}>${heading}<pre tabindex="0"${classes}><code${className}>${code}</code></pre></div>\n`
}

/** Renders the source of a diagram, which the reader may fold. */
function diagram({ text, title }: CodeBlock, { diagramSource }: Messages): Markup {
  const summary = title ?? fill(diagramSource, { language: 'Mermaid' })
  return markup`<details class="diagram" open><summary>${summary}</summary>\n<div class="code"><pre tabindex="0"><code class="language-mermaid">${text}</code></pre></div></details>\n`
}

/** Marks of lines: those of the author, and the lines of a difference. */
function linesOf({ language, text, view }: CodeBlock): readonly LineMark[] {
  const marks = view?.lines ?? []
  if (language !== 'diff' && language !== 'patch') return marks
  // What follows a header is a difference of files. Without one, every sign at the start of a line counts.
  const changed = DIFF_HEADER.test(text) ? DIFF_LINE : /^[+-]/
  const signs = text.split('\n').flatMap((line, at): LineMark[] => {
    if (!changed.test(line)) return []
    return [{ tone: line.startsWith('+') ? 'ins' : 'del', from: at + 1, to: at + 1 }]
  })
  return [...marks, ...signs]
}

function lines(text: string, marks: readonly LineMark[], view: CodeView): Markup[] | string {
  const { firstNumber } = view
  const rows = text.split(/(?<=\n)/)
  if (rows.length > LINES_LIMIT) return text
  const tones = tonesOf(marks, rows.length)
  const budget = { words: WORDS_LIMIT }
  return rows.map((row, at) => {
    const inner = words(row, view.words ?? [], budget)
    const tone = tones.tone[at]
    const isFocus = tones.focus[at] === true
    if (tone === undefined && !isFocus && firstNumber === undefined) return markup`${inner}`
    const element = tone === 'ins' || tone === 'del' ? tone : tone === undefined ? 'span' : 'mark'
    const name = ['line', tone === 'error' || tone === 'warning' ? tone : '', isFocus ? 'focus' : '']
    const number = firstNumber !== undefined && markup` data-line="${firstNumber + at}"`
    return markup`<${element} class="${name.filter((each) => each !== '').join(' ')}"${number}>${inner}</${element}>`
  })
}

/** The tone of each line, of which the last mark counts, and whether it is in focus. */
function tonesOf(
  marks: readonly LineMark[],
  count: number,
): { tone: (LineMark['tone'] | undefined)[]; focus: boolean[] } {
  const tone: (LineMark['tone'] | undefined)[] = []
  const focus: boolean[] = []
  for (const mark of marks) {
    for (let line = mark.from; line <= Math.min(mark.to, count); line++) {
      if (mark.tone === 'focus') focus[line - 1] = true
      else tone[line - 1] = mark.tone
    }
  }
  return { tone, focus }
}

/** A line with its marked texts in elements. */
function words(row: string, marks: readonly WordMark[], budget: { words: number }): (Markup | string)[] {
  if (budget.words === 0) return [row]
  const parts: (Markup | string)[] = []
  const ahead = marks.map((mark) => ({ mark, start: row.indexOf(mark.text) }))
  let at = 0
  while (budget.words > 0) {
    let found: (typeof ahead)[number] | null = null
    for (const next of ahead) {
      // A mark is looked for anew behind the last one alone, so that the row is read once for each.
      if (next.start >= 0 && next.start < at) next.start = row.indexOf(next.mark.text, at)
      if (next.start >= 0 && next.start < (found?.start ?? Number.POSITIVE_INFINITY)) found = next
    }
    if (found === null) break
    const { start, mark } = found
    budget.words -= 1
    parts.push(row.slice(at, start), markup`<${mark.tone}>${mark.text}</${mark.tone}>`)
    at = start + mark.text.length
  }
  parts.push(row.slice(at))
  return parts
}
