import { isColour } from '../../../site/accent.ts'
import { countLines } from '../../../front-matter.ts'
import { joinAddress } from '../../addresses.ts'
import type { SourceFolder } from '../../source.ts'
import { list, record, text, withoutTags } from '../../values.ts'

const FOLDER_LIMIT = 50
const SHEET_LIMIT = 50
const SHEET_LIMIT_CHARS = 500_000
/** Variables that stand for one another. */
const CHAIN_LIMIT = 10
const BRAND = '--vp-c-brand-1'
/** Colours of the default theme, for light and for dark pages, which style sheets name. */
const PALETTE = {
  indigo: ['#3451b2', '#a8b1ff'],
  purple: ['#6f42c1', '#c8abfa'],
  green: ['#18794e', '#3dd68c'],
  yellow: ['#915930', '#f9b44e'],
  red: ['#b8272c', '#f66f81'],
} as const

/** Address of the icon that `head` names, an SVG before others; null: it names none. */
export function iconOf(head: unknown, base: string): string | null {
  const icons = list(head).flatMap((tag) => {
    const [name, attributes] = list(tag)
    const { href, rel } = record(attributes)
    const isIcon = name === 'link' && /^(?:shortcut )?icon$/i.test(text(rel) ?? '')
    const address = isIcon ? text(href) : null
    if (address === null) return []
    // Addresses in `head` have the base of the site before them.
    return [base !== '/' && address.startsWith(base) ? `/${address.slice(base.length)}` : address]
  })
  return icons.find((address) => /\.svg(?:[?#]|$)/i.test(address)) ?? icons[0] ?? null
}

/** Text of the footer. Its links are no part of it, since it is one text. */
export function footerText(footer: unknown): { readonly text: string | null; readonly hasLinks: boolean } {
  const { copyright, message } = record(footer)
  const written = [message, copyright].flatMap((each) => text(each) ?? []).join(' ')
  const plain = withoutTags(written)
    .replace(/&copy;/g, '©')
    .replace(/&amp;/g, '&')
  return { text: plain === '' ? null : plain, hasLinks: /<a\b/i.test(written) }
}

interface Colours {
  readonly light: string
  readonly dark: string | null
}

/** The colour of links of a theme, by its style sheets; null: they have none that can be read. */
export function brandOf(settings: string, folder: SourceFolder): Colours | null {
  /** Values of variables by their names: of all rules, and of those for dark pages. */
  const values = { light: palette(0), dark: palette(1) }
  let at: { readonly file: string; readonly line: number } | null = null
  for (const file of sheetsOf(joinAddress(settings, 'theme'), folder)) {
    const css = withoutComments((folder.readText(file) ?? '').slice(0, SHEET_LIMIT_CHARS))
    for (const { body, selector } of rulesOf(css)) {
      if (!/(?::root|html|\.dark)\s*$/.test(selector)) continue
      const of = /\.dark\b/.test(selector) ? values.dark : values.light
      for (const [, name = '', value = ''] of body.matchAll(/(--[\w-]{1,100})\s*:\s*([^;]{1,200})/g))
        of.set(name, value.trim())
      if (body.includes(`${BRAND}:`)) at ??= { file, line: countLines(css, css.indexOf(`${BRAND}:`)) }
    }
  }
  const colourOf = (theme: 'light' | 'dark'): string | null => {
    let value = values[theme].get(BRAND) ?? values.light.get(BRAND)
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
    folder.fault(at.file, 'unread_config', `the colour ${BRAND} is not read; only such as #0a7c5c are`, at.line)
    return null
  }
  return { light, dark: values.dark.has(BRAND) ? colourOf('dark') : null }
}

function palette(theme: 0 | 1): Map<string, string> {
  return new Map(Object.entries(PALETTE).map(([name, colours]) => [`--vp-c-${name}-1`, colours[theme]]))
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

/** Style sheets of a theme, in the order of their names. */
function sheetsOf(theme: string, folder: SourceFolder): string[] {
  const sheets: string[] = []
  const folders = [theme]
  for (const path of folders) {
    for (const name of [...folder.names(path)].sort()) {
      if (/\.(?:css|scss)$/.test(name) && sheets.length < SHEET_LIMIT) sheets.push(joinAddress(path, name))
      else if (!name.includes('.') && folders.length < FOLDER_LIMIT) folders.push(joinAddress(path, name))
    }
  }
  return sheets
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
