import { EXPANDED_LIMIT_CHARS } from '../../expand-lines.ts'
import type { ExpandedPage } from '../../source.ts'
import { isScalar, memberOf, record } from '../../values.ts'
import { named, type MkDocsConfig } from './config.ts'

const MACRO_PLUGINS = ['macros', 'mkdocs-macros', 'markdownextradata', 'extradata']
const VARIABLE = /\{\{[ \t]*([A-Za-z_][\w.]{0,200})[ \t]*\}\}/g
const TEMPLATE = /\{\{(?!\{)|\{%/
const RAW = /^[ \t]*\{%-?[ \t]*(raw|endraw)[ \t]*-?%\}[ \t]*$/
const FAULT_LIMIT = 100

/**
 * Puts values of the configuration and of front matter in place of `{{ name }}` where a plugin makes templates of pages,
 * their code included.
 * What a program would have to make is a fault, and stays as it is written.
 */
export function templateExpansion(config: MkDocsConfig): (text: string, page: ExpandedPage) => string {
  const plugins = named(config['plugins'])
  if (!MACRO_PLUGINS.some((name) => plugins.has(name))) return (text) => text
  const values = { ...record(config['extra']), config }

  return (text, page) => {
    if (!TEMPLATE.test(text)) return text
    const fields = Object.fromEntries(page.fields)
    const own = { ...fields, page: { meta: fields } }
    let isRaw = false
    let faults = 0
    let chars = 0
    const expand = (line: string, at: number): string => {
      const raw = RAW.exec(line)?.[1]
      if (raw !== undefined) {
        isRaw = raw === 'raw'
        return ''
      }
      if (isRaw || !line.includes('{')) return line
      const filled = line.replace(VARIABLE, (whole, name: string) => {
        const value = chars > EXPANDED_LIMIT_CHARS ? null : (look(values, name) ?? look(own, name))
        chars += value?.length ?? 0
        return value ?? whole
      })
      if (TEMPLATE.test(filled) && faults++ < FAULT_LIMIT) {
        page.fault('unread_template', 'a template of Jinja stands here, which is not run', at + 1)
      }
      return filled
    }
    return text.split('\n').map(expand).join('\n')
  }
}

function look(values: unknown, name: string): string | null {
  let value: unknown = values
  for (const key of name.split('.').slice(0, 10)) value = memberOf(value, key)
  return isScalar(value) ? String(value) : null
}
