import { countTokens } from 'gpt-tokenizer/encoding/o200k_base'
import t from 'tap'
import type { Tool } from '../../../src/mcp/features/tool.ts'
import { LISTS } from './every-tool.ts'

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
  'what models are shown of all tool lists takes at most 3,140 tokens, and 1,030 of the three public ones',
  async (t) => {
    const { account, docs, guides, icons } = LISTS
    const open = [docs, icons, guides].reduce((sum, list) => sum + shown(list), 0)
    t.ok(open <= 1_030, String(open))
    t.ok(open + shown(account) <= 3_140, String(open + shown(account)))
  },
)

t.test('no tool list grows beyond its bound', async (t) => {
  const bounds = { docs: [490, 625], icons: [370, 500], guides: [180, 280], account: [2_120, 4_930] } as const
  for (const [name, [mostShown, most]] of Object.entries(bounds)) {
    const tools = LISTS[name as keyof typeof LISTS]
    t.ok(shown(tools) <= mostShown, `${name}: ${shown(tools)} tokens for models`)
    t.ok(whole(tools) <= most, `${name}: ${whole(tools)} tokens`)
  }
})

t.test(
  'lists stay below what was promised: 5,500 tokens of the account, a fifth above the first ones elsewhere',
  (t) => {
    t.ok(whole(LISTS.account) <= 5_500)
    for (const [name, first] of Object.entries({ docs: 896, icons: 1_389, guides: 480 }))
      t.ok(whole(LISTS[name as 'docs']) <= first * 1.2, name)
    t.end()
  },
)

t.test('bounds of texts stand in descriptions, and a fault of the arguments names them', async (t) => {
  for (const [name, tools] of Object.entries(LISTS)) {
    for (const { inputSchema } of tools) t.notMatch(JSON.stringify(inputSchema), /"(?:m(?:in|ax)Length|minimum)"/, name)
  }
  const refusal = (tools: readonly Tool[], name: string, args: Readonly<Record<string, unknown>>): string => {
    const parsed = tools.find((tool) => tool.name === name)!.parse(args)
    return parsed.ok ? 'taken' : parsed.detail
  }
  const long = 'a'.repeat(201)
  t.match(refusal(LISTS.docs, 'search_docs', { query: long }), /^query: at most 200 characters/)
  t.match(
    refusal(LISTS.docs, 'search_docs', { query: 'rain', max_tokens: 100 }),
    /^max_tokens .* between 200 and 10000/,
  )
  t.match(refusal(LISTS.docs, 'get_page', { path: '/', section: long }), /^section must be text of 1 to 200 characters/)
  t.match(refusal(LISTS.icons, 'search_icons', { category: long }), /^category must be text of at most 64 characters/)
  t.match(refusal(LISTS.account, 'create_workspace', { name: long }), /^name: at most 200 characters/)
  t.match(refusal(LISTS.account, 'create_workspace', { name: ' ' }), /^name: must not be empty/)
  t.match(refusal(LISTS.account, 'list_workspaces', { limit: 0 }), /^limit must be a whole number between 1 and 100/)
  t.equal(
    refusal(LISTS.account, 'move_animation', { id: 'anm_1', to_project_id: 'prj_1' }).split('; ').at(-1),
    'expected_version is missing: a whole number of at least 1 (version that you read last, since a newer one stays as it is)',
  )
})
