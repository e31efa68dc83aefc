import t from 'tap'
import type { Principal } from '../../../../src/account/principal.ts'
import { accountResources } from '../../../../src/hosts/account/tools/account-resources.ts'
import { changesOf } from '../../../../src/hosts/account/tools/changes.ts'
import type { Resource } from '../../../../src/mcp/features/resource.ts'
import { newObjectId } from '../../../../src/shared/object-id.ts'
import { SQUARE_LOTTIE } from '../../../support/small-icons.ts'
import { beginCall, call, endpoint, modern, post, request } from '../../../mcp/fixture.ts'
import { callerOf, fill, startAccounts, type Json } from './fixture.ts'

const SQUARE = JSON.parse(SQUARE_LOTTIE) as Json

const accounts = await startAccounts(t)
const source = accountResources(accounts.content)

async function newPerson() {
  const principal = await accounts.newAccount()
  const caller = callerOf(accounts.tools, principal)
  return { asker: askerOf(principal), caller, made: await fill(caller, SQUARE) }
}

function askerOf(principal: Principal) {
  return { subject: principal.grantId, principal }
}

async function read(uri: string, asker: ReturnType<typeof askerOf>): Promise<unknown> {
  const contents = await source.read(uri, asker)
  if (contents === null) return null
  const [first] = contents
  if (contents.length !== 1 || first === undefined || !('text' in first)) throw new Error('not one text')
  if (first.uri !== uri || first.mimeType !== 'application/json') throw new Error('not what was asked for')
  return JSON.parse(first.text)
}

t.test('workspaces and projects are resources with what is in them, animations are their documents', async (t) => {
  const { asker, caller, made } = await newPerson()
  const workspace = await caller.get('get_workspace', { id: made.workspace })
  const project = await caller.get('get_project', { id: made.project })
  const animation = await caller.get('get_animation', { id: made.animation })
  t.same(await read(`workspace://${made.workspace}`, asker), { ...workspace, projects: [project], next_cursor: null })
  t.same(await read(`project://${made.project}`, asker), { ...project, animations: [animation], next_cursor: null })
  t.same(await read(`animation://${made.animation}`, asker), SQUARE)
})

t.test("another's resource is no resource, and neither is anything else", async (t) => {
  const { made } = await newPerson()
  const { asker } = await newPerson()
  const id = newObjectId('prj', 0)
  for (const uri of [
    `workspace://${made.workspace}`,
    `project://${made.project}`,
    `animation://${made.animation}`,
    `project://${id}`,
    `workspace://${made.project}`,
    `project://${made.project}/`,
    `project://${made.project}\0`,
    `projects://${made.project}`,
    `user://${newObjectId('usr', 0)}`,
    'project://',
    '__proto__://x',
    '',
  ]) {
    t.equal(await source.read(uri, asker), null, uri)
  }
})

t.test('the list has everything of the one who asks, and of nobody else', async (t) => {
  const { asker, caller, made } = await newPerson()
  await newPerson()
  const mimeType = 'application/json'
  t.same(await source.page(undefined, asker), {
    resources: [
      { uri: `workspace://${made.workspace}`, name: 'Web shop', mimeType },
      { uri: `project://${made.project}`, name: 'Checkout', mimeType },
      { uri: `animation://${made.animation}`, name: 'Spinner', mimeType, size: JSON.stringify(SQUARE).length },
    ],
    nextCursor: null,
  })
  for (let number = 0; number < 98; number++)
    await caller.get('create_project', { workspace_id: made.workspace, name: 'x' })
  await caller.get('duplicate_animation', { id: made.animation })
  const seen: Resource[] = []
  let cursor: string | null | undefined
  let pages = 0
  do {
    const page: Awaited<ReturnType<typeof source.page>> = await source.page(cursor, asker)
    if (page === null) throw new Error('the cursor was refused')
    t.ok(page.resources.length <= 100)
    seen.push(...page.resources)
    cursor = page.nextCursor
    pages++
  } while (cursor !== null)
  t.equal(pages, 2)
  t.equal(new Set(seen.map(({ uri }) => uri)).size, 102)
  t.equal(seen.length, 102)
  for (const wrong of ['', '3.', '0', '1.nonsense', '1.\0', 5, null, {}, ['0.']]) {
    t.equal(await source.page(wrong, asker), null, JSON.stringify(wrong))
  }
})

t.test('both generations of the protocol list and read them, for whom the gate names', async (t) => {
  const { asker, made } = await newPerson()
  const to = endpoint(t, { resources: source, cacheScope: 'private' })
  const uri = `project://${made.project}`
  const list = (await call(to, modern('resources/list'), asker)).body.result
  t.equal((list['resources'] as Resource[]).length, 3)
  t.match(list, { cacheScope: 'private' })
  const got = (await call(to, modern('resources/read', { uri }), asker)).body.result
  t.match(got, { contents: [{ uri, mimeType: 'application/json' }] })
  t.same((await post(to, request('resources/list'), asker)).body.result['resources'], list['resources'])
  t.same((await post(to, request('resources/read', { uri }), asker)).body.result['contents'], got['contents'])
  const stranger = askerOf(await accounts.newAccount())
  t.same((await call(to, modern('resources/list'), stranger)).body.result['resources'], [])
  t.equal((await call(to, modern('resources/read', { uri }), stranger)).body.error.code, -32_602)
  t.equal((await post(to, request('resources/read', { uri }), stranger)).body.error.code, -32_002)
  t.equal((await call(to, modern('resources/list', { cursor: 'x' }), asker)).body.error.code, -32_602)
})

t.test('an endpoint whose gate names nobody fails, rather than showing anything', async (t) => {
  const to = endpoint(t, { resources: source, tools: accounts.tools })
  const { made } = await newPerson()
  const uri = `project://${made.project}`
  t.equal((await call(to, modern('resources/read', { uri }))).body.error.code, -32_603)
  const { body } = await call(to, modern('tools/call', { name: 'list_workspaces' }))
  t.equal(body.result['isError'], true)
})

t.test('who listens to an object hears of every change in it, of their own account alone', async (t) => {
  const { asker, caller, made } = await newPerson()
  const stranger = await newPerson()
  const to = endpoint(t, {
    resources: source,
    audienceOf: ({ principal }) => (principal as Principal).userId,
  })
  const listen = (as: typeof asker) => {
    const uris = [`workspace://${made.workspace}`, `animation://${made.animation}`]
    const notifications = { resourcesListChanged: true, resourceSubscriptions: uris }
    const fields = { accept: 'text/event-stream' }
    return beginCall(to, modern('subscriptions/listen', { notifications }), { ...as, fields }).answer
  }
  const own = listen(asker)
  const other = listen(stranger.asker)
  const heard = async (act: () => Promise<unknown>): Promise<string[]> => {
    const before = accounts.changes.length
    own.events.length = 0
    await act()
    for (const change of accounts.changes.slice(before)) for (const told of changesOf(change)) to.hub.publish(told)
    for (let turn = 0; turn < 3; turn++) await new Promise(setImmediate)
    return own.events.map((event) => {
      const { method, params } = JSON.parse(event) as { method: string; params: { uri?: string } }
      return params.uri ?? method
    })
  }
  other.events.length = 0
  const list = 'notifications/resources/list_changed'
  const { animation, project, workspace } = made
  t.same(
    (await heard(() => caller.get('update_animation', { id: animation, expected_version: 1, name: 'x' }))).toSorted(),
    [`animation://${animation}`, `workspace://${workspace}`],
  )
  const create = { project_id: project, name: 'x', document: SQUARE }
  t.same((await heard(() => caller.get('create_animation', create))).toSorted(), [list, `workspace://${workspace}`])
  t.same(
    (await heard(() => caller.get('delete_project', { id: project, recursive: true }))).toSorted(),
    [`animation://${animation}`, list, `workspace://${workspace}`],
    'what went with the project is told of',
  )
  t.same(await heard(() => stranger.caller.get('delete_animation', { id: stranger.made.animation })), [])
  t.same(
    other.events.map((event) => (JSON.parse(event) as Json)['method']),
    [list],
    'the other hears of the own change alone',
  )
})

t.test('a change names its objects by their addresses', (t) => {
  const [ws, prj, anm] = [newObjectId('ws', 0), newObjectId('prj', 0), newObjectId('anm', 0)]
  t.same(changesOf({ userId: 'usr_1', objectIds: [anm, prj, ws], listChanged: true, withContents: false }), [
    { kind: 'resource', uri: `animation://${anm}`, audience: 'usr_1' },
    { kind: 'resource', uri: `project://${prj}`, audience: 'usr_1' },
    { kind: 'resource', uri: `workspace://${ws}`, audience: 'usr_1' },
    { kind: 'resources', audience: 'usr_1' },
  ])
  t.same(changesOf({ userId: 'usr_1', objectIds: [], listChanged: false, withContents: false }), [])
  t.throws(
    () => changesOf({ userId: 'usr_1', objectIds: ['grt_1'], listChanged: false, withContents: false }),
    TypeError,
  )
  t.end()
})
