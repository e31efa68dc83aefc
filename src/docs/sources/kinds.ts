import { docusaurus } from './kinds/docusaurus.ts'
import { hugo } from './kinds/hugo/hugo.ts'
import { mkdocs } from './kinds/mkdocs/mkdocs.ts'
import { vitepress } from './kinds/vitepress.ts'
import type { SourceKind } from './source.ts'

/** The kinds of sources that are recognised, those whose signs are surest first. */
export const SOURCE_KINDS: readonly SourceKind[] = [docusaurus, vitepress, hugo, mkdocs]
