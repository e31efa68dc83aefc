const IMPORT = /^import [^;]*?from '[^']+'\n/gm
const EXPORT = /^export /gm
const COMMENT = /^[ \t]*(?:\/\*\*[\s\S]*?\*\/|\/\/.*)\n/gm
const CAST = /\/\*\* @type \{[^*\n]*\} \*\/ /g
const INDENT = /^[ \t]+/gm

/**
 * Joins modules of the browser scripts to one script, in the order given: a module follows those that it imports. Their names
 * are shared afterwards, so no two of them declare the same one. Comments and indentation go, for which reason no text of a
 * script has several lines.
 *
 * @param sources texts of the modules
 */
export function joinScripts(sources: readonly string[]): string {
  return sources
    .map((source) => source.replace(COMMENT, '').replace(IMPORT, '').replace(EXPORT, '').replace(CAST, ''))
    .join('')
    .replace(INDENT, '')
    .replace(/\n{2,}/g, '\n')
}

/** Joins style sheets in the order given, without comments and indentation. */
export function joinSheets(sources: readonly string[]): string {
  return sources
    .join('')
    .replace(/\/\*[^]*?\*\//g, '')
    .replace(INDENT, '')
    .replace(/\n{2,}/g, '\n')
}
