import { toneOf, type Component, type ComponentUse } from './components.ts'

const DIRECTIVE = /^:{3,}[ \t]*([A-Za-z][\w-]*)?(.*)$/

/**
 * Parses a line of the `:::note Title` … `:::` notation: the component that it opens, or `'close'`. Null for other lines,
 * and for names without a known appearance.
 */
export function parseDirective(line: string): ComponentUse | 'close' | null {
  if (!line.startsWith(':::')) return null
  const [, name, rest = ''] = DIRECTIVE.exec(line.trimEnd()) ?? []
  if (name === undefined) return rest === '' ? 'close' : null
  const tone = toneOf(name)
  if (tone === undefined && name !== 'details') return null
  const component: Component = tone === undefined ? { kind: 'details' } : { kind: 'callout', tone }
  const title = titleOf(rest)
  return { component, attributes: new Map(title === '' ? [] : [['title', title]]) }
}

/** Reads the title: `Title` or `[Title]`, each optionally followed by `{attributes}`. */
function titleOf(rest: string): string {
  const brace = rest.endsWith('}') ? rest.lastIndexOf('{') : -1
  const title = (brace < 0 ? rest : rest.slice(0, brace)).trim()
  return title.startsWith('[') && title.endsWith(']') ? title.slice(1, -1) : title
}
