// Every tool of every host, in every revision: no client is left without what a tool has found.
import t, { type Test } from 'tap'
import { inMemory } from '../../../src/generation/records/in-memory.ts'
import { packRecords } from '../../../src/generation/records/pack-records.ts'
import { createMemorySessions } from '../../support/memory-sessions.ts'
import { LEGACY_VERSIONS, STRUCTURED_SINCE } from '../../../src/mcp/protocol.ts'
import type { Tool } from '../../../src/mcp/features/tool.ts'
import { docsTools } from '../../../src/hosts/docs/tools/docs-tools.ts'
import { guideTools } from '../../../src/hosts/icons/tools/guide-tools.ts'
import { iconTools } from '../../../src/hosts/icons/tools/icon-tools.ts'
import { PooledDocsService } from '../../../src/pool/pooled-docs-service.ts'
import { embeddedDatabase } from '../../contract/account-content-databases.ts'
import { startSampleIcons } from '../../support/sample-icons.ts'
import { smallGeneration } from '../../support/small-generation.ts'
import { SQUARE_LOTTIE } from '../../support/small-icons.ts'
import { call, endpoint, modern, openSession, post, request, type Json } from '../fixture.ts'
import { startAccounts } from '../../hosts/account/tools/fixture.ts'
import { startDispatcher } from './services.ts'

interface Result {
  readonly content: readonly { readonly type: string; readonly text: string }[]
  readonly structuredContent: Json
  readonly isError?: boolean
}

/** Tools whose text says everything that a model needs. */
const WHOLE_TEXTS = new Set(['search_docs', 'search_code', 'get_page', 'read_guide'])

type Ask = (name: string, args?: Json) => Promise<Result>

/** What a client of a revision gets of the tools. @param revision Null: a client that names none. */
async function clientOf(t: Test, tools: readonly Tool[], revision: string | null, who: Json, hasSessions: boolean) {
  const to = endpoint(t, {
    tools,
    ...(hasSessions ? { sessions: createMemorySessions() } : {}),
  })
  const subject = typeof who['grantId'] === 'string' ? who['grantId'] : null
  const asked = { subject, principal: who }
  const isModern = revision === '2026-07-28'
  const initialize = request('initialize', {
    protocolVersion: revision,
    capabilities: {},
    clientInfo: { name: 'a', version: '1' },
  })
  const session = hasSessions && !isModern ? await openSession(to, subject, initialize) : {}
  const fields = {
    ...session,
    ...(revision === null ? {} : { 'mcp-protocol-version': revision }),
  }
  const used = new Set<string>()
  const ask: Ask = async (name, args = {}) => {
    used.add(name)
    const params = { name, arguments: args }
    const { body } = await (isModern
      ? call(to, modern('tools/call', params), asked)
      : post(to, request('tools/call', params), { ...asked, fields }))
    const result = body.result as unknown as Result
    t.notOk(result.isError, `${name}: ${result.content[0]?.text}`)
    const texts = result.content.map(({ text }) => text)
    t.ok((texts[0] ?? '').length > 0, `${name} says something to a model`)
    if (WHOLE_TEXTS.has(name)) t.equal(texts.length, 1, `${name} says everything once`)
    else if (isModern || (revision ?? '') >= STRUCTURED_SINCE) {
      t.match(texts.slice(1), [/structuredContent/], `${name} says where everything is`)
      t.equal(texts.length, 2)
    } else {
      t.strictSame(
        texts.slice(1).map((text) => JSON.parse(text) as Json),
        [result.structuredContent],
        `${name} as text`,
      )
    }
    return result
  }
  return {
    ask,
    checkAllUsed: () => t.strictSame([...used].toSorted(), tools.map(({ name }) => name).toSorted()),
  }
}

async function useAccount(t: Test, ask: Ask): Promise<void> {
  const make = async (name: string, args: Json): Promise<unknown> => (await ask(name, args)).structuredContent['id']
  const document = JSON.parse(SQUARE_LOTTIE) as Json
  await ask('whoami')
  const ws = await make('create_workspace', { name: 'One' })
  const other = await make('create_workspace', { name: 'Other' })
  await ask('update_workspace', {
    id: ws,
    expected_version: 1,
    description: 'About',
  })
  await ask('get_workspace', { id: ws })
  await ask('list_workspaces')
  const prj = await make('create_project', { workspace_id: ws, name: 'One' })
  await ask('update_project', { id: prj, expected_version: 1, name: 'Two' })
  await ask('move_project', {
    id: prj,
    to_workspace_id: other,
    expected_version: 2,
  })
  await ask('get_project', { id: prj })
  await ask('list_projects')
  const anm = await make('create_animation', {
    project_id: prj,
    name: 'One',
    document,
  })
  const { content, structuredContent } = await ask('get_animation', {
    id: anm,
    include_document: true,
  })
  t.strictSame(structuredContent['document'], document)
  t.match(content[0]?.text, `animation://${String(anm)}`)
  await ask('update_animation', { id: anm, expected_version: 1, name: 'Two' })
  const copy = await make('duplicate_animation', { id: anm })
  await ask('move_animation', {
    id: copy,
    to_project_id: prj,
    expected_version: 1,
  })
  await ask('list_animations')
  await ask('search_account', { query: 'two' })
  for (const id of [anm, copy]) await ask('delete_animation', { id })
  await ask('delete_project', { id: prj })
  for (const id of [ws, other]) await ask('delete_workspace', { id })
}

t.test('every tool gives everything to a client of every revision', async (t) => {
  const icons = await startSampleIcons(t)
  const dispatcher = await startDispatcher(t, {
    ...smallGeneration(1),
    texts: inMemory(
      packRecords([
        {
          key: 'en/llms.txt',
          meta: '',
          body: '# Docs\n\n## Guides\n- [Page](http://a/b)\n',
        },
      ]),
    ),
  })
  const docs = new PooledDocsService(dispatcher, (message, cause) => t.fail(message, { cause }))
  const accounts = await startAccounts(t, {
    database: await embeddedDatabase(t),
  })
  const id = 'meteocons-fill-rain'
  const open: readonly (readonly [
    host: string,
    tools: readonly Tool[],
    calls: readonly (readonly [string, Json])[],
  ])[] = [
    [
      'docs',
      docsTools(docs, { url: 'http://docs.example', siteOrigins: [] }),
      [
        ['search_docs', { query: 'word7' }],
        ['search_code', { query: 'word3' }],
        ['get_page', { path: '/en/guides/page-3' }],
        ['list_sections', {}],
      ],
    ],
    [
      'icons',
      iconTools(icons),
      [
        ['search_icons', { query: 'rain' }],
        ['get_icon', { id }],
        ['get_embed_code', { id }],
        ['list_categories', {}],
      ],
    ],
    [
      'guides',
      guideTools(icons),
      [
        ['list_guides', {}],
        ['search_guides', { query: 'react' }],
        ['read_guide', { slug: 'rate-limits' }],
      ],
    ],
  ]
  for (const revision of [...LEGACY_VERSIONS, '2026-07-28', null]) {
    for (const [host, tools, calls] of open) {
      await t.test(`${host}, ${revision ?? 'a client that names no revision'}`, async (t) => {
        const { ask, checkAllUsed } = await clientOf(t, tools, revision, {}, false)
        for (const [name, args] of calls) await ask(name, args)
        checkAllUsed()
      })
    }
    if (revision === null) continue
    await t.test(`account, ${revision}`, async (t) => {
      const who = { ...(await accounts.newAccount()) }
      const { ask, checkAllUsed } = await clientOf(t, accounts.tools, revision, who, true)
      await useAccount(t, ask)
      checkAllUsed()
    })
  }
})
