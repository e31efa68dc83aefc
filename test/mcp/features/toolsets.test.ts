// Clients choose the tools that they want by the query of the endpoint's address.
import t, { type Test } from 'tap'
import { inToolset } from '../../../src/mcp/features/toolsets.ts'
import { call, endpoint, modern, post, request, text, tool, type Asked, type Json } from '../fixture.ts'

const say = (name: string) => tool(name, () => text(name))
const TOOLS = [say('who'), ...inToolset('icons', [say('find'), say('draw')]), ...inToolset('files', [say('save')])]

function ask(t: Test, options: object = {}) {
  const to = endpoint(t, { tools: TOOLS, ...options })
  const names = ({ body }: { body: { result: Json } }) =>
    (body.result['tools'] as readonly { name: string }[]).map(({ name }) => name)
  return {
    list: async (rawQuery: string) => {
      const asked: Asked = { rawQuery }
      const lists = [await post(to, request('tools/list'), asked), await call(to, modern('tools/list'), asked)].map(
        names,
      )
      t.same(lists[0], lists[1])
      return lists[0]
    },
    discover: (rawQuery: string) => call(to, modern('server/discover'), { rawQuery }),
    send: (method: string, params: Json, rawQuery: string) => post(to, request(method, params), { rawQuery }),
  }
}

t.test('a list of toolsets leaves out the tools of the others', async (t) => {
  const { list } = ask(t)
  const all = ['who', 'find', 'draw', 'save']
  for (const query of ['', 'x=1', 'toolsets=', 'toolsets=,', 'toolsets=files,icons', 'toolsets=icons&toolsets=files'])
    t.same(await list(query), all, query)
  for (const query of ['toolsets=icons', 'toolsets=%69cons', 'x=1&toolsets=icons,%20icons', 'toolsets=icons,'])
    t.same(await list(query), ['who', 'find', 'draw'], query)
  t.same(await list('toolsets=files'), ['who', 'save'])
})

t.test('an endpoint may offer a toolset only to those who ask for it', async (t) => {
  const { list } = ask(t, { defaultToolsets: ['icons'] })
  t.same(await list(''), ['who', 'find', 'draw'])
  t.same(await list('toolsets=files'), ['who', 'save'])
  t.same(await list('toolsets=icons,files'), ['who', 'find', 'draw', 'save'])
})

t.test('instructions may depend on the choice', async (t) => {
  const { discover, send } = ask(t, { instructions: (chosen: string | null) => `Use ${chosen ?? 'what there is'}.` })
  for (const [query, said] of [
    ['', 'Use what there is.'],
    ['toolsets=files,icons', 'Use icons,files.'],
    ['toolsets=files', 'Use files.'],
  ] as const) {
    t.match((await send('initialize', { protocolVersion: '2025-11-25' }, query)).body.result, { instructions: said })
    t.match((await discover(query)).body.result, { instructions: said })
  }
})

t.test('a tool that is left out cannot be called', async (t) => {
  const { send } = ask(t)
  t.match((await send('tools/call', { name: 'save' }, 'toolsets=icons')).body.error, { message: 'Tool save not found' })
  t.match((await send('tools/call', { name: 'draw' }, 'toolsets=icons')).body.result, { content: [{ text: 'draw' }] })
  t.match((await send('tools/call', { name: 'who' }, 'toolsets=files')).body.result, { content: [{ text: 'who' }] })
})

t.test('an unknown toolset is refused with those that there are, from the first request on', async (t) => {
  const { send } = ask(t)
  const message = 'Unknown toolset icon. There are icons, files.'
  const hello = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'x', version: '1' } }
  for (const [method, params] of [
    ['initialize', hello],
    ['tools/list', {}],
    ['ping', {}],
    ['tools/call', { name: 'who' }],
  ] as const) {
    const { body, status } = await send(method, params, 'toolsets=files,icon')
    t.match([status, body.id, body.error], [200, 1, { code: -32_602, message }], method)
  }
  const { body } = await send('tools/list', {}, `toolsets=${'x'.repeat(5_000)}`)
  t.ok(body.error.message.length < 200)
})
