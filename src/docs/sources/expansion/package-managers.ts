import npmToYarn from 'npm-to-yarn'
import { fenced, indented, trackFences } from '../expand-lines.ts'

/** Its types describe it as a module of another format than it is. */
const convert = npmToYarn as unknown as typeof npmToYarn.default

/** Package managers in the order in which plugins of generators show them. */
const MANAGERS = [
  { label: 'npm', name: 'npm' },
  { label: 'Yarn', name: 'yarn' },
  { label: 'pnpm', name: 'pnpm' },
  { label: 'Bun', name: 'bun' },
] as const

/** Longest code that is written for other package managers. */
const CODE_LIMIT_CHARS = 4000

const OPENING = /^([ \t]*)(?:`{3,}|~{3,})([^\n]*)$/

/**
 * Writes fenced commands of npm as tabs, one for each package manager, as plugins of generators do.
 * @param languageOf The language of such code by what stands behind the fence; null: it is other code, which stays
 */
export function packageManagerTabs(text: string, languageOf: (info: string) => string | null): string {
  const fence = trackFences()
  const written: string[] = []
  let code: { readonly start: number; readonly indent: string; readonly language: string } | null = null
  for (const line of text.split('\n')) {
    const wasOpen = fence.open() !== null
    const isCode = fence.isCode(line)
    written.push(line)
    const isOpen = fence.open() !== null
    if (isCode && !wasOpen) {
      const [, indent = '', info = ''] = OPENING.exec(line) ?? []
      const language = languageOf(info.trim())
      code = language === null ? null : { start: written.length, indent, language }
    } else if (code !== null && !isOpen) {
      const { indent, language, start } = code
      const lines = written.slice(start, -1).map((each) => each.slice(each.startsWith(indent) ? indent.length : 0))
      const commands = lines.join('\n')
      if (commands.length <= CODE_LIMIT_CHARS)
        written.splice(start - 1, written.length, indented(tabs(commands, language), indent))
      code = null
    }
  }
  return written.join('\n')
}

/** The same for commands that `npm2yarn` marks. */
export function markedCommandTabs(text: string): string {
  return text.includes('npm2yarn') ? packageManagerTabs(text, markedCommands) : text
}

/** The language of code that `npm2yarn` marks: `bash npm2yarn`. */
function markedCommands(info: string): string | null {
  const [language = '', ...marks] = info.split(/[\s=]+/)
  return marks.includes('npm2yarn') ? language : null
}

function tabs(commands: string, language: string): string {
  const items = MANAGERS.map(({ label, name }) => {
    const code = name === 'npm' ? commands : convert(commands, name)
    return `<TabItem label="${label}">\n\n${fenced(code, language)}\n\n</TabItem>`
  })
  return ['<Tabs>', ...items, '</Tabs>'].join('\n')
}
