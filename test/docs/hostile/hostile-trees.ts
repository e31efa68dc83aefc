import { DOCUSAURUS_TREES } from './trees/docusaurus.ts'
import { HUGO_TREES } from './trees/hugo.ts'
import { MARKDOWN_TREES } from './trees/markdown.ts'
import { MKDOCS_TREES } from './trees/mkdocs.ts'
import { OTHER_TREES } from './trees/others.ts'
import type { HostileTree } from './trees/tree.ts'
import { VITEPRESS_TREES } from './trees/vitepress.ts'

export const HOSTILE_TREES: readonly HostileTree[] = [
  ...MARKDOWN_TREES,
  ...DOCUSAURUS_TREES,
  ...VITEPRESS_TREES,
  ...HUGO_TREES,
  ...MKDOCS_TREES,
  ...OTHER_TREES,
]
