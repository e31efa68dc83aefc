import { countTokens } from 'gpt-tokenizer/encoding/o200k_base'
import t from 'tap'
import { NO_SITE } from '../../../src/docs/site/served-site.ts'
import { accountTools } from '../../../src/hosts/account/tools/account-tools.ts'
import { docsTools } from '../../../src/hosts/docs/tools/docs-tools.ts'
import { guideTools } from '../../../src/hosts/icons/tools/guide-tools.ts'
import { iconTools } from '../../../src/hosts/icons/tools/icon-tools.ts'
import type { Tool } from '../../../src/mcp/features/tool.ts'

// No tool is called here, so none needs the services behind it.
const LISTS = {
  docs: docsTools({ site: NO_SITE } as never, {} as never),
  icons: iconTools({} as never),
  guides: guideTools({} as never),
  account: accountTools({} as never),
}

/** Tokens of what hosts show to a model of each tool. */
function shown(tools: readonly Tool[]): number {
  const members = tools.map(({ description, inputSchema, name }) => ({ name, description, inputSchema }))
  return countTokens(JSON.stringify(members))
}

/** Tokens of the whole list, with what programs read. */
function whole(tools: readonly Tool[]): number {
  return countTokens(JSON.stringify(tools))
}

t.test('what models are shown of the three public tool lists takes at most 1,500 tokens together', async (t) => {
  const { docs, guides, icons } = LISTS
  t.ok(shown(docs) + shown(icons) + shown(guides) <= 1_500, `${shown(docs)} + ${shown(icons)} + ${shown(guides)}`)
})

t.test('no tool list grows beyond its bound', async (t) => {
  const bounds = { docs: [650, 1_050], icons: [500, 1_500], guides: [250, 550], account: [1_800, 4_500] } as const
  for (const [name, [mostShown, most]] of Object.entries(bounds)) {
    const tools = LISTS[name as keyof typeof LISTS]
    t.ok(shown(tools) <= mostShown, `${name}: ${shown(tools)} tokens for models`)
    t.ok(whole(tools) <= most, `${name}: ${whole(tools)} tokens`)
  }
})
