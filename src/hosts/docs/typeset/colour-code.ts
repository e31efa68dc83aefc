import { createJavaScriptRegexEngine } from '@shikijs/engine-javascript'
import { codeToTokensBase, createShikiPrimitive } from '@shikijs/primitive'
import { CLASS_THEME, classOf, type CodeClass } from './code-classes.ts'

/** A part of code that has one class. Parts follow one another, from the first character to the last. */
export interface CodePart {
  readonly code: CodeClass
  /** Offset of its end in UTF-16 units. */
  end: number
}

/** Longer code is shown plain. */
const CODE_LIMIT_CHARS = 20_000
/** Longer lines are shown plain. */
const LINE_LIMIT_CHARS = 2000

const NAME = /^[a-z][a-z0-9+-]{0,30}$/
/** Names that authors use, and the grammars do not know. */
const ALIASES: ReadonlyMap<string, string> = new Map([
  ['c++', 'cpp'],
  ['c#', 'csharp'],
  ['f#', 'fsharp'],
  ['env', 'dotenv'],
  ['golang', 'go'],
  ['htm', 'html'],
  ['svg', 'xml'],
  ['terminal', 'console'],
])

const WITH_FRONT_MATTER = /^(?:md|mdx|mdc|markdown)$/

const shiki = createShikiPrimitive({
  // A pattern that JavaScript cannot express is left out of its grammar, not a fault of the page.
  engine: createJavaScriptRegexEngine({ forgiving: true }),
  themes: [CLASS_THEME],
  langs: [],
})

/** What became of each language that was asked for; its size is bounded by the number of grammars. */
const grammars = new Map<string, Promise<boolean>>()

/** Colours code; null: its language is not known, or it is too long. */
export async function colourCode(text: string, language: string): Promise<readonly CodePart[] | null> {
  const written = language.toLowerCase()
  const name = ALIASES.get(written) ?? written
  if (text.length > CODE_LIMIT_CHARS || !NAME.test(name) || !(await load(name))) return null
  // The grammar of Markdown leaves front matter plain until that of YAML is there.
  if (WITH_FRONT_MATTER.test(name) && text.startsWith('---\n')) await load('yaml')
  const lines = codeToTokensBase(shiki, text, {
    lang: name,
    theme: CLASS_THEME.name,
    tokenizeMaxLineLength: LINE_LIMIT_CHARS,
    // A line that takes for ever ends with its thread. The first of a language takes long, as its patterns are compiled.
    tokenizeTimeLimit: 0,
  })
  const parts: CodePart[] = []
  for (const line of lines) {
    for (const { color, content, offset } of line)
      add(parts, content.trim() === '' ? '' : classOf(color), offset, content)
  }
  return parts
}

function add(parts: CodePart[], code: CodeClass, start: number, content: string): void {
  const end = start + content.length
  const last = parts.at(-1)
  if (last?.code === code) last.end = end
  else if (last !== undefined && last.end < start && last.code !== '')
    parts.push({ code: '', end: start }, { code, end })
  else parts.push({ code, end })
}

async function load(name: string): Promise<boolean> {
  const known = grammars.get(name)
  if (known !== undefined) return known
  const loading = import(`@shikijs/langs/${name}`).then(
    (module: { default: Parameters<typeof shiki.loadLanguageSync>[0] }) => {
      shiki.loadLanguageSync(module.default)
      return true
    },
    () => false,
  )
  const isKnown = await loading
  // Names that authors make up are not kept.
  if (isKnown) grammars.set(name, loading)
  return isKnown
}
