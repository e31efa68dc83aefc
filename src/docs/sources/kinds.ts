import { docusaurus } from './kinds/docusaurus.ts'
import { fumadocs } from './kinds/fumadocs.ts'
import { mintlify } from './kinds/mintlify.ts'
import { nextra } from './kinds/nextra.ts'
import { starlight } from './kinds/starlight.ts'
import { vitepress } from './kinds/vitepress.ts'
import type { SourceKind } from './source.ts'

/** The kinds of sources that are recognised, those whose signs are surest first. */
export const SOURCE_KINDS: readonly SourceKind[] = [docusaurus, vitepress, starlight, fumadocs, nextra, mintlify]
