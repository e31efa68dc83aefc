import { countLines } from '../front-matter.ts'
import { isColour } from '../site/accent.ts'
import type { LinkColours, SourceFolder } from './source.ts'

/** What names the colour of links in the style sheets of a theme. */
interface Theme {
  readonly variable: string
  /** A selector of rules for dark pages. */
  readonly dark: RegExp
  /** Variables that the theme itself has, for light and for dark pages. */
  readonly palette?: Readonly<Record<string, readonly [light: string, dark: string]>>
}

const SHEET_LIMIT_CHARS = 500_000
/** Variables that stand for one another. */
const CHAIN_LIMIT = 10

/**
 * Reads the colour that the style sheets of a site give its links, the last one of several.
 *
 * @returns null if they have none that can be read; one that cannot is a fault
 */
export function readSheetColours(
  folder: SourceFolder,
  files: readonly string[],
  { dark, palette = {}, variable }: Theme,
): LinkColours | null {
  const own = (at: 0 | 1): Map<string, string> =>
    new Map(Object.entries(palette).map(([name, colours]) => [name, colours[at]]))
  /** Values of variables by their names: of all rules, and of those for dark pages. */
  const values = { light: own(0), dark: own(1) }
  let at: { readonly file: string; readonly line: number } | null = null
  for (const file of files) {
    const css = withoutComments((folder.readText(file) ?? '').slice(0, SHEET_LIMIT_CHARS))
    for (const { body, selector } of rulesOf(css)) {
      const parts = selector.split(',').map((part) => part.trim())
      const isDark = parts.some((part) => dark.test(part))
      const isLight = parts.some((part) => /^(?:.*\s)?(?::root|html)$/.test(part))
      if (!isDark && !isLight) continue
      for (const [, name = '', value = ''] of body.matchAll(/(--[\w-]{1,100})\s*:\s*([^;]{1,200})/g)) {
        if (isLight) values.light.set(name, value.trim())
        if (isDark) values.dark.set(name, value.trim())
      }
      if (body.includes(`${variable}:`)) at ??= { file, line: countLines(css, css.indexOf(`${variable}:`)) }
    }
  }
  const colourOf = (theme: 'light' | 'dark'): string | null => {
    let value = values[theme].get(variable) ?? values.light.get(variable)
    for (let step = 0; step < CHAIN_LIMIT; step++) {
      const name = /^var\(\s*(--[\w-]+)/.exec(value ?? '')?.[1]
      if (name === undefined) break
      value = values[theme].get(name) ?? values.light.get(name)
    }
    return value !== undefined && isColour(value) ? value : null
  }
  if (at === null) return null
  const light = colourOf('light')
  if (light === null) {
    folder.fault(at.file, 'unread_config', `the colour ${variable} is not read; only such as #0a7c5c are`, at.line)
    return null
  }
  return { light, dark: values.dark.has(variable) ? colourOf('dark') : null }
}

/** A style sheet without its comments, whose lines stay. */
function withoutComments(css: string): string {
  const parts: string[] = []
  let at = 0
  for (let start = css.indexOf('/*'); start >= 0; start = css.indexOf('/*', at)) {
    const end = css.indexOf('*/', start + 2)
    parts.push(css.slice(at, start), css.slice(start, end < 0 ? undefined : end).replace(/[^\n]+/g, ''))
    at = end < 0 ? css.length : end + 2
  }
  return parts.join('') + css.slice(at)
}

/** The innermost rules of a style sheet. */
function rulesOf(css: string): { readonly selector: string; readonly body: string }[] {
  return css.split('}').flatMap((part) => {
    const open = part.lastIndexOf('{')
    if (open < 0) return []
    const before = part.slice(0, open)
    const start = Math.max(before.lastIndexOf('{'), before.lastIndexOf(';')) + 1
    return [{ selector: before.slice(start).trim(), body: part.slice(open + 1) }]
  })
}
