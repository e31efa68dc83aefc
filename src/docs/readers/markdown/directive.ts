interface Directive {
  /** `''`: the line ends a directive. */
  readonly name: string
  readonly title: string
}

const DIRECTIVE = /^:{3,}[ \t]*\{?([A-Za-z][\w-]*)?\}?(.*)$/s

/** Parses a line of the `:::note Title` … `:::` notation; null: it is none. */
export function parseDirective(line: string): Directive | null {
  if (!line.startsWith(':::')) return null
  const [, name = '', rest = ''] = DIRECTIVE.exec(line.trimEnd()) ?? []
  if (name === '') return rest === '' ? { name, title: '' } : null
  return { name, title: titleOf(rest) }
}

/** Reads the title: `Title` or `[Title]`, each optionally followed by `{attributes}`. */
function titleOf(rest: string): string {
  const brace = rest.endsWith('}') ? rest.lastIndexOf('{') : -1
  const title = (brace < 0 ? rest : rest.slice(0, brace)).trim()
  return title.startsWith('[') && title.endsWith(']') ? title.slice(1, -1) : title
}
