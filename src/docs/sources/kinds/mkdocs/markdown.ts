import { emojiAt } from '../../expansion/emoji.ts'
import type { Dialect } from '../../source.ts'
import { BLOCKS } from './blocks.ts'
import { named, type MkDocsConfig } from './config.ts'
import { formulasOf } from './formulas.ts'
import type { Hooks } from './hooks.ts'
import { ATTRIBUTES, linesOf } from './lines.ts'
import { marksOf } from './marks.ts'
import { snippetsOf } from './snippets.ts'
import { templateExpansion } from './templates.ts'

interface MkDocsDialect {
  /** Folder of the configuration, and that of the pages, below the content directory. */
  readonly base: string
  readonly root: string
  /** Extensions of Markdown by their names, with their options. */
  readonly extensions: ReadonlyMap<string, Readonly<Record<string, unknown>>>
  readonly config: MkDocsConfig
  readonly hooks: Hooks
}

/** What Python-Markdown, its extensions and MkDocs make of Markdown. */
export function mkdocsMarkdown({
  base,
  config,
  extensions,
  hooks,
  root,
}: MkDocsDialect): Omit<Dialect, 'isMdx' | 'slugs'> {
  const snippets = snippetsOf(base, root, extensions)
  const fillTemplates = templateExpansion(config)
  const has = (...names: string[]): boolean =>
    names.some((name) => extensions.has(name) || extensions.has(`markdown.extensions.${name}`))
  const isExtra = has('extra', 'pymdownx.extra')
  const hasAttributes = isExtra || has('attr_list')
  const plugins = named(config['plugins'])
  const lineMarks = {
    hasAttributes,
    hasAbbreviations: isExtra || has('abbr'),
    isGenerated: plugins.has('mkdocstrings') || has('mkautodoc'),
  }
  const marks = [...formulasOf(extensions), ...marksOf(has, hasAttributes)]
  return {
    codeHoldsPipes: true,
    definitionLists: isExtra || has('def_list'),
    lastDefinitionHolds: true,
    namesObjects: hooks.isUsed || plugins.has('mkdocstrings') || plugins.has('autorefs'),
    headingAttributes: hasAttributes ? ATTRIBUTES : null,
    emoji: has('pymdownx.emoji', 'materialx.emoji') ? emojiAt : undefined,
    // Templates of a page are filled before files are put into it, which stay as they are.
    expand: (text, page) => [fillTemplates(text, page), snippets.appended].filter(Boolean).join('\n\n'),
    constructs: (page) =>
      snippets.constructs(page, [
        ...hooks.constructs,
        ...BLOCKS,
        ...linesOf(lineMarks, [...hooks.constructs, ...marks], page),
        ...marks,
      ]),
  }
}
