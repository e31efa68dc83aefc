import npmToYarn from 'npm-to-yarn'
import type { Block, CodeBlock } from '../../model/page-model.ts'

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

/**
 * Commands of npm as tabs, one for each package manager, as plugins of generators show them.
 * @param language that of the code
 */
export function packageManagerTabs(code: CodeBlock, language: string | null): Block {
  const { text } = code
  if (text.length > CODE_LIMIT_CHARS) return code
  const blocks = MANAGERS.map(({ label, name }): Block => {
    const shown = name === 'npm' ? text : `${convert(text.replace(/\n$/, ''), name)}\n`
    const own: CodeBlock = { ...code, language, text: shown }
    return { kind: 'panel', role: 'tab', title: [label], target: null, blocks: [own] }
  })
  return { kind: 'group', role: 'tabs', blocks }
}

/** The same for code that `npm2yarn` marks: `bash npm2yarn`. */
export function markedCommandTabs(code: CodeBlock, info: string): Block {
  const [language = '', ...marks] = info.split(/[\s=]+/)
  return marks.includes('npm2yarn') ? packageManagerTabs(code, language) : code
}
