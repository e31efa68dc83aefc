import { createHash } from 'node:crypto'
import t from 'tap'
import type { IconDocuments } from '../../../../src/account/icon-documents.ts'
import { newObjectId } from '../../../../src/shared/object-id.ts'
import { accountTools } from '../../../../src/hosts/account/tools/account-tools.ts'
import { SQUARE_LOTTIE, squareLottie } from '../../../support/small-icons.ts'
import { ACCOUNT_URL, callerOf, fill, startAccounts, type Json } from './fixture.ts'

const SQUARE = JSON.parse(SQUARE_LOTTIE) as Json

const icons: IconDocuments = {
  lottie: async (id) => {
    if (id === 'own-square') return { ok: true, title: 'Square', document: SQUARE_LOTTIE }
    return { ok: false, reason: id === 'own-circle' ? 'no_lottie' : 'unknown' }
  },
}
const accounts = await startAccounts(t, { icons })
const newCaller = async () => callerOf(accounts.tools, await accounts.newAccount())

const PLURALS = { workspace: 'workspaces', project: 'projects', animation: 'animations' } as const

t.test('there are the tools of the specification, and their list stays short enough for a model', async (t) => {
  const nouns = Object.entries(PLURALS).flatMap(([noun, plural]) => [
    `list_${plural}`,
    ...['create', 'get', 'update', 'delete'].map((verb) => `${verb}_${noun}`),
  ])
  const others = [
    'whoami',
    'move_project',
    'move_animation',
    'upload_animation',
    'duplicate_animation',
    'search_account',
  ]
  t.same(accounts.tools.map(({ name }) => name).toSorted(), [...nouns, ...others].toSorted())
  const size = JSON.stringify({ tools: accounts.tools.map(({ parse: _parse, run: _run, ...listed }) => listed) }).length
  t.comment(`tools/list has ${size} bytes`)
  t.ok(size <= 22 * 1024, `${size} bytes`)
})

t.test('every tool says what it does to an account', async (t) => {
  for (const { annotations, inputSchema, name, outputSchema } of accounts.tools) {
    const reads = /^(?:list|get|search|whoami)/.test(name)
    t.equal(annotations?.readOnlyHint, reads, name)
    t.equal(annotations?.destructiveHint, /^(?:update|upload|delete)/.test(name), name)
    t.equal(annotations?.openWorldHint, false, name)
    t.match(inputSchema, { type: 'object' }, name)
    t.match(outputSchema, { type: 'object' }, name)
  }
})

t.test('whoami names the account, the client and where access ends', async (t) => {
  const who = await accounts.newAccount()
  const { get } = callerOf(accounts.tools, who)
  t.match(await get('whoami'), {
    user_id: who.userId,
    email: `${who.userId}@example.org`,
    client_id: who.clientId,
    account_url: ACCOUNT_URL,
  })
  const gone = { ...who, userId: newObjectId('usr', 0) }
  t.match(await callerOf(accounts.tools, gone).fail('whoami'), /deleted/)
})

t.test('a workspace, a project and an animation are made, read and changed', async (t) => {
  const { get } = await newCaller()
  const workspace = await get('create_workspace', { name: '  Web shop ', description: 'All of\nit' })
  t.match(workspace, { id: /^ws_/, name: 'Web shop', description: 'All of\nit', version: 1, project_count: 0 })
  const project = await get('create_project', { workspace_id: workspace['id'], name: '结账' })
  t.match(project, { id: /^prj_/, workspace_id: workspace['id'], description: '', animation_count: 0 })
  const animation = await get('create_animation', { project_id: project['id'], name: 'Spinner', document: SQUARE })
  t.match(animation, {
    id: /^anm_/,
    project_id: project['id'],
    size_bytes: Buffer.byteLength(SQUARE_LOTTIE),
    sha256: createHash('sha256').update(SQUARE_LOTTIE).digest('hex'),
    width: 64,
    height: 64,
    frame_rate: 30,
    duration_ms: 2000,
  })
  t.match(await get('get_workspace', { id: workspace['id'] }), { ...workspace, project_count: 1 })
  t.match(await get('get_project', { id: project['id'] }), { ...project, animation_count: 1 })
  t.same(await get('get_animation', { id: animation['id'] }), animation)

  for (const [name, made] of [
    ['update_workspace', workspace],
    ['update_project', project],
    ['update_animation', animation],
  ] as const) {
    const changed = await get(name, { id: made['id'], expected_version: 1, description: 'Other' })
    t.match(changed, { id: made['id'], name: made['name'], description: 'Other', version: 2 }, name)
  }
  const document = JSON.parse(squareLottie({ w: 128 })) as Json
  const args = { id: animation['id'], expected_version: 2, document }
  t.match(await get('update_animation', args), { width: 128, description: 'Other', version: 3 })
})

t.test('a document comes only when it is asked for, as it was given', async (t) => {
  const { get, run } = await newCaller()
  const nested = { ...SQUARE, meta: { note: '\u2028 "\\ \u0000 雪 \ud800' } }
  const { animation: id } = await fill({ get }, nested)
  t.notOk('document' in (await get('get_animation', { id })))
  t.same((await get('get_animation', { id, include_document: true }))['document'], nested)
  const { text } = await run('get_animation', { id, include_document: true })
  t.ok(text.endsWith(`,"document":${JSON.stringify(nested)}}`), 'it is not written anew')
})

t.test(
  'a document that is too long for an answer, or for which an address is asked, comes as an address',
  async (t) => {
    const { get } = await newCaller()
    // Name, description and document count together.
    const rest = 8 * 1024 - Buffer.byteLength(squareLottie({ nm: '' })) - 'Spinner'.length
    const { animation: id } = await fill({ get }, JSON.parse(squareLottie({ nm: 'x'.repeat(rest) })) as Json)
    t.ok('document' in (await get('get_animation', { id, include_document: true })))
    t.match(await get('get_animation', { id, download: true }), {
      document_url: /^http:\/\/localhost:4001\/documents\/[\w-]{43}$/,
      document_note: `curl -o ${id}.json http://localhost:4001/documents/`,
    })
    await get('update_animation', { id, expected_version: 1, description: 'x' })
    const got = await get('get_animation', { id, include_document: true })
    t.notOk('document' in got)
    t.match(got, { document_url: String, version: 2 })
  },
)

t.test('an upload names what it makes or replaces, and not both', async (t) => {
  const { fail, get } = await newCaller()
  const { animation: id, project: project_id } = await fill({ get }, SQUARE)
  t.match(await get('upload_animation', { project_id, name: 'x', description: 'y' }), { upload_url: String })
  t.match(await get('upload_animation', { id, expected_version: 1 }), { expires_at: /Z$/, note: /curl -T/ })
  t.match(
    await get('upload_animation', { id, expected_version: 1, project_id: '', name: '', description: '' }),
    { upload_url: String },
    'hosts that write every argument leave text empty',
  )
  for (const args of [
    {},
    { project_id },
    { name: 'x' },
    { id },
    { id, expected_version: 1, description: 'x' },
    { id, expected_version: 1, name: 'x' },
    { id, expected_version: 1, project_id },
    { project_id, name: 'x', expected_version: 1 },
  ]) {
    t.match(await fail('upload_animation', args), /project_id and name for a new animation, or id and expected_version/)
  }
  t.match(await fail('upload_animation', { id, expected_version: 2 }), /current_version: 1\./)
})

t.test('an animation is made from an icon, under its title unless another name is given', async (t) => {
  const { fail, get } = await newCaller()
  const { project: project_id } = await fill({ get }, SQUARE)
  t.match(await get('create_animation', { project_id, icon_id: 'own-square' }), { name: 'Square', width: 64 })
  t.match(await get('create_animation', { project_id, icon_id: 'own-square', name: 'Mine' }), { name: 'Mine' })
  t.match(await fail('create_animation', { project_id, icon_id: 'own-circle' }), /no Lottie file/)
  t.match(await fail('create_animation', { project_id, icon_id: 'nothing' }), /search_icons/)
  t.match(await fail('create_animation', { project_id, name: 'x' }), /exactly one of document and icon_id/)
  const both = { project_id, name: 'x', icon_id: 'own-square', document: SQUARE }
  t.match(await fail('create_animation', both), /exactly one of document and icon_id/)
  t.match(await fail('create_animation', { project_id, document: SQUARE }), /give a name/)
})

t.test('a document that is no Lottie animation is refused with the reason', async (t) => {
  const { fail, get } = await newCaller()
  const { animation: id, project: project_id } = await fill({ get }, SQUARE)
  const deep = JSON.parse(`{"a":${'['.repeat(300_000)}${']'.repeat(300_000)}}`) as unknown
  for (const [document, reason] of [
    [{}, /no Lottie animation/],
    [{ ...SQUARE, op: 0 }, /op must be greater/],
    [{ ...SQUARE, x: 'var $bm_rt = 1' }, /expression/],
    [{ ...SQUARE, pad: 'x'.repeat(2 * 1024 * 1024) }, /more than 2,097,152 bytes/],
    [deep, /nested too deeply/],
    [[SQUARE], /JSON object/],
    ['rain', /JSON object/],
    ['{"fr":30', /not JSON/],
    [`{"a":${'['.repeat(300_000)}${']'.repeat(300_000)}}`, /nested deeper than 64 levels/],
    [7, /JSON object/],
    [false, /JSON object/],
  ] as const) {
    t.match(await fail('create_animation', { project_id, name: 'x', document }), reason)
    t.match(await fail('update_animation', { id, expected_version: 1, document }), reason)
  }
  t.match(await get('get_project', { id: project_id }), { animation_count: 1 })
})

t.test('a document may come as JSON text, byte for byte the one that comes as an object', async (t) => {
  const { get } = await newCaller()
  const { animation: id, project: project_id } = await fill({ get }, SQUARE)
  const made = await get('create_animation', { project_id, name: 'Text', document: ` ${SQUARE_LOTTIE}` })
  const twin = await get('create_animation', {
    project_id,
    name: 'Object',
    document: JSON.parse(SQUARE_LOTTIE) as Json,
  })
  t.equal(made['sha256'], twin['sha256'])
  const text = JSON.stringify({ ...SQUARE, w: 9, nm: null })
  const changed = await get('update_animation', { id, expected_version: '1', document: text, name: null })
  t.match(changed, { width: 9, version: 2 })
  const { document } = await get('get_animation', { id, include_document: 'true' })
  t.equal((document as Json)['nm'], null, 'null within a document stays')
})

t.test('null and an empty text are absent arguments, and an empty text clears a description', async (t) => {
  const { fail, get } = await newCaller()
  const { animation: id, project, workspace } = await fill({ get }, SQUARE)
  for (const nothing of [null, '']) {
    t.match(await get('list_projects', { workspace_id: nothing, limit: nothing, cursor: nothing }), {
      next_cursor: null,
    })
    await get('duplicate_animation', { id, name: nothing, to_project_id: nothing })
    await get('create_project', { workspace_id: workspace, name: 'x', description: nothing })
    t.match(await fail('create_animation', { project_id: project, name: 'x', document: nothing }), /document/)
    t.match(await fail('update_project', { id: project, expected_version: 1, description: null, name: null }), /give a/)
  }
  await get('update_project', { id: project, expected_version: 1, description: 'Old' })
  t.match(await get('update_project', { id: project, expected_version: 2, description: null, name: 'New' }), {
    description: 'Old',
  })
  t.match(await get('update_project', { id: project, expected_version: '3', description: '' }), { description: '' })
  for (const name of ['update_workspace', 'update_project', 'update_animation']) {
    const own = { update_workspace: workspace, update_project: project }[name] ?? id
    t.match(await fail(name, { id: own, expected_version: 1, name: '', description: 'x' }), /^name: must not be empty/)
  }
})

t.test('where no icons are served, no tool speaks of any', (t) => {
  const tools = accountTools({ icons: null } as never)
  const { description, inputSchema } = tools.find(({ name }) => name === 'create_animation')!
  t.notMatch(`${description}${JSON.stringify(inputSchema)}`, /icon/)
  t.end()
})

t.test('an update of another version is refused with the version that there is', async (t) => {
  const { fail, get } = await newCaller()
  const made = await fill({ get }, SQUARE)
  for (const [noun, id] of Object.entries(made)) {
    await get(`update_${noun}`, { id, expected_version: 1, name: 'First' })
    const text = await fail(`update_${noun}`, { id, expected_version: 1, name: 'Second' })
    t.match(text, /current_version: 2\b/)
    t.match(await get(`get_${noun}`, { id }), { name: 'First', version: 2 })
    t.match(await fail(`update_${noun}`, { id, expected_version: 2 }), /give a name/)
  }
})

t.test('a version that no object can have is as stale as any other', async (t) => {
  const { fail, get } = await newCaller()
  const { animation, project, workspace } = await fill({ get }, SQUARE)
  const expected_version = Number.MAX_SAFE_INTEGER
  for (const [name, args] of [
    ['update_workspace', { id: workspace, name: 'x' }],
    ['update_project', { id: project, name: 'x' }],
    ['update_animation', { id: animation, name: 'x' }],
    ['move_project', { id: project, to_workspace_id: workspace }],
    ['move_animation', { id: animation, to_project_id: project }],
  ] as const) {
    t.match(await fail(name, { ...args, expected_version }), /current_version: 1\b/, name)
  }
})

t.test("another account's objects are as those that are missing, to every tool", async (t) => {
  const owner = await newCaller()
  const stranger = await newCaller()
  const made = await fill(owner, SQUARE)
  const own = await fill(stranger, SQUARE)
  const missing = {
    workspace: newObjectId('ws', 0),
    project: newObjectId('prj', 0),
    animation: newObjectId('anm', 0),
  }
  const asks = ({ animation, project, workspace }: typeof made): [string, Json][] => [
    ['get_workspace', { id: workspace }],
    ['update_workspace', { id: workspace, expected_version: 1, name: 'x' }],
    ['delete_workspace', { id: workspace, recursive: true }],
    ['list_projects', { workspace_id: workspace }],
    ['create_project', { workspace_id: workspace, name: 'x' }],
    ['get_project', { id: project }],
    ['update_project', { id: project, expected_version: 1, name: 'x' }],
    ['delete_project', { id: project, recursive: true }],
    ['move_project', { id: project, to_workspace_id: own.workspace, expected_version: 1 }],
    ['move_project', { id: own.project, to_workspace_id: workspace, expected_version: 1 }],
    ['list_animations', { project_id: project }],
    ['create_animation', { project_id: project, name: 'x', document: SQUARE }],
    ['get_animation', { id: animation }],
    ['get_animation', { id: animation, include_document: true }],
    ['get_animation', { id: animation, download: true }],
    ['update_animation', { id: animation, expected_version: 1, name: 'x' }],
    ['upload_animation', { id: animation, expected_version: 1 }],
    ['upload_animation', { project_id: project, name: 'x' }],
    ['delete_animation', { id: animation }],
    ['move_animation', { id: animation, to_project_id: own.project, expected_version: 1 }],
    ['move_animation', { id: own.animation, to_project_id: project, expected_version: 1 }],
    ['duplicate_animation', { id: animation }],
    ['duplicate_animation', { id: own.animation, to_project_id: project }],
  ]
  const theirs = asks(made)
  const none = asks(missing)
  for (const [position, [name, args]] of theirs.entries()) {
    const text = await stranger.fail(name, args)
    t.equal(text, await stranger.fail(...none[position]!), name)
    t.match(text, /does not exist.*list_/, name)
  }
  for (const plural of Object.values(PLURALS)) {
    t.equal(((await stranger.get(`list_${plural}`))[plural] as unknown[]).length, 1, plural)
  }
  t.match(await owner.get('get_animation', { id: made.animation }), { version: 1 }, 'nothing has happened to it')
})

t.test('lists come in pages, each object once', async (t) => {
  const { fail, get } = await newCaller()
  const { project, workspace } = await fill({ get }, SQUARE)
  for (let number = 0; number < 4; number++) {
    await get('create_workspace', { name: `Workspace ${number}` })
    await get('create_project', { workspace_id: workspace, name: `Project ${number}` })
    await get('create_animation', { project_id: project, name: `Animation ${number}`, document: SQUARE })
  }
  for (const [plural, args] of [
    ['workspaces', {}],
    ['projects', { workspace_id: workspace }],
    ['projects', {}],
    ['animations', { project_id: project }],
    ['animations', {}],
  ] as const) {
    const seen: unknown[] = []
    let cursor: unknown = ''
    do {
      const page = await get(`list_${plural}`, { limit: 2, cursor, ...args })
      const items = page[plural] as Json[]
      t.ok(items.length <= 2)
      seen.push(...items.map(({ id }) => id))
      cursor = page['next_cursor']
    } while (cursor !== null)
    t.equal(new Set(seen).size, 5, plural)
    t.equal(seen.length, 5, plural)
    t.match(await fail(`list_${plural}`, { cursor: 'nonsense', ...args }), /cursor/)
  }
})

t.test('projects and animations move, and animations are copied', async (t) => {
  const { fail, get } = await newCaller()
  const from = await fill({ get }, SQUARE)
  const to = await fill({ get }, SQUARE)
  const copy = await get('duplicate_animation', { id: from.animation })
  t.match(copy, { project_id: from.project, name: /Spinner/, version: 1 })
  t.not(copy['id'], from.animation)
  const there = await get('duplicate_animation', { id: from.animation, name: 'Copy', to_project_id: to.project })
  t.match(there, { project_id: to.project, name: 'Copy' })

  const move = { id: from.animation, to_project_id: to.project, expected_version: 1 }
  t.match(await get('move_animation', move), { project_id: to.project, version: 2 })
  t.match(await fail('move_animation', { ...move, to_project_id: from.project }), /current_version: 2\b/)
  const project = { id: from.project, to_workspace_id: to.workspace, expected_version: 1 }
  t.match(await get('move_project', project), { workspace_id: to.workspace, animation_count: 1 })
  t.match(await get('get_workspace', { id: from.workspace }), { project_count: 0 })
})

t.test('what is deleted is gone, with all that was in it', async (t) => {
  const { fail, get } = await newCaller()
  const made = await fill({ get }, SQUARE)
  const other = await fill({ get }, SQUARE)
  for (const noun of ['workspace', 'project'] as const) {
    const text = await fail(`delete_${noun}`, { id: made[noun] })
    t.match(text, /1 animation/)
    t.match(text, /recursive: true/)
  }
  t.same(await get('delete_animation', { id: other.animation }), { id: other.animation })
  t.same(await get('delete_project', { id: other.project }), { id: other.project, animations: 0 })
  const gone = await get('delete_workspace', { id: made.workspace, recursive: true })
  t.same(gone, { id: made.workspace, projects: 1, animations: 1 })
  for (const [noun, id] of Object.entries(made)) {
    t.match(await fail(`get_${noun}`, { id }), /does not exist/)
    t.match(await fail(`delete_${noun}`, { id }), /does not exist/)
  }
})

t.test('search_account finds all three kinds, with their records', async (t) => {
  const { fail, get } = await newCaller()
  const { id: workspace_id } = await get('create_workspace', { name: 'Snow shop' })
  const { id: project_id } = await get('create_project', { workspace_id, name: 'snow 下雪' })
  const made = await get('create_animation', { project_id, name: 'Other', description: 'snow', document: SQUARE })
  const { results } = (await get('search_account', { query: 'SNOW' })) as { results: Json[] }
  t.same(new Set(results.map(({ kind }) => kind)), new Set(['animation', 'project', 'workspace']))
  t.match(
    results.find(({ kind }) => kind === 'animation'),
    made,
  )
  t.match(await get('search_account', { query: '下雪' }), { results: [{ kind: 'project', id: project_id }] })
  t.match(await get('search_account', { query: 'sleet' }), { results: [], hint: /fewer/ })
  t.match(await fail('search_account', { query: ' ' }), /empty/)
  const first = await get('search_account', { query: 'snow', limit: 2 })
  const second = await get('search_account', { query: 'snow', limit: 2, cursor: first['next_cursor'] })
  t.same([...(first['results'] as Json[]), ...(second['results'] as Json[])], results)
})

t.test('names and descriptions are text of a bounded length', async (t) => {
  const { fail, get } = await newCaller()
  for (const name of [
    '',
    ' \t',
    'a\nb',
    'a\u2028b',
    'a\0b',
    '\ud800',
    'x'.repeat(201),
    '😀'.repeat(201),
    true,
    {},
    null,
  ]) {
    t.match(await fail('create_workspace', { name }), /^name\b/)
  }
  for (const description of ['x'.repeat(2001), 'a\0b', 'a\u0007b', '\udfff', true, {}]) {
    t.match(await fail('create_workspace', { name: 'x', description }), /^description\b/)
  }
  for (const name of ['x'.repeat(200), '😀'.repeat(200), "Robert'); drop table users;--", '𠮷 👩‍👩‍👧']) {
    t.equal((await get('create_workspace', { name, description: '\t两\r\n行' }))['name'], name)
  }
})

t.test('ids, versions, limits and cursors are checked before anything is looked up', async (t) => {
  const { fail } = await newCaller()
  const prj = newObjectId('prj', 0)
  for (const id of ['', 'ws', 'ws_', prj, `${newObjectId('ws', 0)}\0`, ['x'], null, 'x'.repeat(100_000), '%']) {
    const text = await fail('get_workspace', { id })
    t.match(text, /^id\b.*ws_/)
    t.ok(text.length < 300)
  }
  for (const version of [0, -1, 1.5, '1e0', 2 ** 60, null]) {
    t.match(
      await fail('update_project', { id: prj, expected_version: version, name: 'x' }),
      /^expected_version .*a whole number of at least 1/,
    )
  }
  for (const limit of [0, 101, 1.5, '5.5', 'five'])
    t.equal(await fail('list_projects', { limit }), 'limit must be a whole number between 1 and 100')
  t.match(await fail('list_projects', { cursor: 'x'.repeat(501) }), /^cursor must be/)
  t.match(await fail('list_projects', { cursor: '\0' }), /cursor/)
})
