const MYST = ['MyST in Markdown', /^ {0,3}(?:`{3,}|~{3,}|:{3,})\{[\w:+-]+\}|\{[\w:+-]+\}`/m] as const

/** How to find in Markdown what only its builder can show, and what it is called. */
const MARKS: Readonly<Record<string, readonly [name: string, mark: RegExp] | undefined>> = {
  Jekyll: ['Liquid in Markdown', /\{%-? ?\w|\{\{-? ?(?:site|page|include|content|layout)\b|^\{:/m],
  Eleventy: ['templates in Markdown', /\{%-? ?\w|\{\{-? ?\w/],
  Sphinx: MYST,
  MyST: MYST,
  'Jupyter Book': MYST,
  Logseq: [
    'blocks of Logseq',
    /\(\([\da-f]{8}-[\da-f-]{27}\)\)|\{\{(?:query|embed|renderer)\b|^[ \t]*(?:- )?(?:collapsed|id)::[ \t]/m,
  ],
  Quarto: ['Quarto in Markdown', /\{\{< ?\w|^:{3,} ?\{|^`{3,}\{\w+/m],
}

/** What a page of Markdown has that only its builder can show; null: nothing is found. Code that shows it is counted too. */
export function templateMarks(builder: string, text: string): string | null {
  const [name, mark] = MARKS[builder] ?? []
  return name !== undefined && mark?.test(text) === true ? name : null
}
