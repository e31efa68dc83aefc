import { countTokens } from 'gpt-tokenizer/encoding/o200k_base'
import t from 'tap'
import { NO_SITE } from '../../../src/docs/site/served-site.ts'
import { accountTools } from '../../../src/hosts/account/tools/account-tools.ts'
import { docsTools } from '../../../src/hosts/docs/tools/docs-tools.ts'
import { guideTools } from '../../../src/hosts/icons/tools/guide-tools.ts'
import { iconTools } from '../../../src/hosts/icons/tools/icon-tools.ts'
import type { Tool } from '../../../src/mcp/features/tool.ts'
import { toolsAt } from '../../../src/mcp/features/toolsets.ts'

// No tool is called here, so none needs the services behind it.
const LISTS = {
  docs: toolsAt(docsTools({ site: NO_SITE } as never, {} as never), '') as readonly Tool[],
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
  return countTokens(JSON.stringify(tools.map(({ toolset: _toolset, ...listed }) => listed)))
}

t.test(
  'what models are shown of all tool lists takes at most 2,150 tokens, and 890 of the three public ones',
  async (t) => {
    const { account, docs, guides, icons } = LISTS
    const open = [docs, icons, guides].reduce((sum, list) => sum + shown(list), 0)
    t.ok(open <= 890, String(open))
    t.ok(open + shown(account) <= 2_150, String(open + shown(account)))
  },
)

t.test('no tool list grows beyond its bound', async (t) => {
  const bounds = { docs: [415, 885], icons: [330, 1_380], guides: [150, 470], account: [1_265, 3_970] } as const
  for (const [name, [mostShown, most]] of Object.entries(bounds)) {
    const tools = LISTS[name as keyof typeof LISTS]
    t.ok(shown(tools) <= mostShown, `${name}: ${shown(tools)} tokens for models`)
    t.ok(whole(tools) <= most, `${name}: ${whole(tools)} tokens`)
  }
})

t.test('bounds of texts stand in no list, and a fault of the arguments names them', async (t) => {
  for (const [name, tools] of Object.entries(LISTS)) {
    for (const { inputSchema } of tools) t.notMatch(JSON.stringify(inputSchema), /"(?:m(?:in|ax)Length|minimum)"/, name)
  }
  const refusal = (tools: readonly Tool[], name: string, args: Readonly<Record<string, unknown>>): string => {
    const parsed = tools.find((tool) => tool.name === name)!.parse(args)
    return parsed.ok ? 'taken' : parsed.detail
  }
  const long = 'a'.repeat(201)
  t.match(refusal(LISTS.docs, 'search_docs', { query: long }), /^query: at most 200 characters/)
  t.match(refusal(LISTS.docs, 'search_docs', { query: 'rain', max_tokens: 100 }), /^max_tokens: .*>=200/)
  t.match(refusal(LISTS.docs, 'get_page', { path: '/', section: long }), /^section: .*<=200 characters/)
  t.match(refusal(LISTS.icons, 'search_icons', { category: long }), /^category: .*<=64 characters/)
  t.match(refusal(LISTS.account, 'create_workspace', { name: long }), /^name: at most 200 characters/)
  t.match(refusal(LISTS.account, 'create_workspace', { name: ' ' }), /^name: must not be empty/)
  t.match(refusal(LISTS.account, 'list_workspaces', { limit: 0 }), /^limit: .*>=1/)
})
