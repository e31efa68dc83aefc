import { NO_SITE } from '../../../src/docs/served/served-site.ts'
import { accountTools } from '../../../src/hosts/account/tools/account-tools.ts'
import { DOCS_TOOLSET, docsTools } from '../../../src/hosts/docs/tools/docs-tools.ts'
import { guideTools } from '../../../src/hosts/icons/tools/guide-tools.ts'
import { iconTools } from '../../../src/hosts/icons/tools/icon-tools.ts'
import type { Tool } from '../../../src/mcp/features/tool.ts'

const VERSIONS = { default: 'v2', versions: [{ name: 'v1' }, { name: 'v2' }] }

/** The tools of every server, as they are listed at an address without toolsets. They are not for calls, since no service is behind them. */
export const LISTS: Readonly<Record<'docs' | 'icons' | 'guides' | 'account', readonly Tool[]>> = {
  docs: docsTools({ site: NO_SITE } as never, {} as never).filter(({ toolset }) => toolset === DOCS_TOOLSET),
  icons: iconTools({} as never),
  guides: guideTools({} as never),
  account: accountTools({ icons: {} } as never),
}

/** Every tool, those of documentation with versions. */
export const EVERY_TOOL: readonly Tool[] = [
  ...docsTools({ site: { ...NO_SITE, versions: VERSIONS } } as never, {} as never),
  ...LISTS.icons,
  ...LISTS.guides,
  ...LISTS.account,
]
