import type { Test } from 'tap'
import type {
  AccountContent,
  Animation,
  ContentChange,
  Fault,
  Page,
  Project,
  Result,
  Workspace,
} from '../../src/account/content/account-content.ts'
import type { ContentLimits } from '../../src/account/content/limits.ts'
import type { Principal } from '../../src/account/principal.ts'
import { newObjectId } from '../../src/shared/object-id.ts'
import type { Database } from '../../src/store/database.ts'
import { createSqlContent, type SqlContentOptions } from '../../src/store/sql-content.ts'
import { lottieText } from '../account/content/lottie-sample.ts'

export type Open = (options?: SqlContentOptions) => AccountContent

/** @returns A new account, as a client acts for it. */
export async function addAccount({ kysely }: Database): Promise<Principal> {
  const id = newObjectId('usr', Date.now())
  const at = new Date()
  await kysely
    .insertInto('users')
    .values({
      id,
      email: `${id}@example.org`,
      email_key: `${id}@example.org`,
      password_hash: '',
      locale: null,
      created_at: at,
      sessions_valid_from: at,
    })
    .execute()
  return { userId: id, grantId: newObjectId('grt', Date.now()), clientId: 'https://client.example/metadata.json' }
}

export function valueOf<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(`${result.fault.code}: ${result.fault.detail}`)
  return result.value
}

export function faultOf(result: Result<unknown>): Fault {
  if (result.ok) throw new Error(`no fault: ${JSON.stringify(result.value)}`)
  return result.fault
}

const ALL = { limit: 100, cursor: null } as const
const LIMITS: ContentLimits = {
  workspacesPerAccount: 3,
  projectsPerWorkspace: 3,
  animationsPerProject: 3,
  animationsPerAccount: 4,
  documentBytesPerAccount: 100_000,
}

/** A workspace with a project with an animation. */
export async function addTree(
  content: AccountContent,
  who: Principal,
  name = 'One',
): Promise<{ readonly workspace: Workspace; readonly project: Project; readonly animation: Animation }> {
  const workspace = valueOf(await content.createWorkspace(who, { name, description: '' }))
  const project = valueOf(await content.createProject(who, { workspaceId: workspace.id, name, description: '' }))
  const document = lottieText()
  const animation = valueOf(
    await content.createAnimation(who, { projectId: project.id, name, description: '', document }),
  )
  return { workspace, project, animation }
}

/** All items, a few at a time. */
async function allPages<T>(list: (cursor: string | null) => Promise<Result<Page<T>>>): Promise<T[]> {
  const all: T[] = []
  for (let cursor: string | null = null; ;) {
    const page: Page<T> = valueOf(await list(cursor))
    all.push(...page.items)
    if (page.nextCursor === null) return all
    cursor = page.nextCursor
  }
}

/** What the content of an account promises. @param database One that may hold other accounts. */
export function accountContentContract(t: Test, database: Database): void {
  const open: Open = (options) => createSqlContent(database, options)
  const auditOf = ({ userId }: Principal) =>
    database.kysely.selectFrom('audit_events').selectAll().where('user_id', '=', userId).orderBy('id').execute()

  t.test('objects are made, read, changed and deleted', async (t) => {
    const content = open({ now: () => 1_760_000_000_000 })
    const who = await addAccount(database)
    const { workspace, project, animation } = await addTree(content, who)
    const at = '2025-10-09T08:53:20.000Z'
    t.match(workspace, {
      id: /^ws_/,
      name: 'One',
      description: '',
      version: 1,
      projectCount: 0,
      createdAt: at,
      updatedAt: at,
    })
    t.match(project, { id: /^prj_/, workspaceId: workspace.id, version: 1, animationCount: 0, createdAt: at })
    t.match(animation, {
      id: /^anm_/,
      projectId: project.id,
      version: 1,
      width: 512,
      height: 256,
      frameRate: 60,
      durationMs: 1500,
    })
    t.equal(animation.sizeBytes, lottieText().length)

    t.same(valueOf(await content.getWorkspace(who, workspace.id)), { ...workspace, projectCount: 1 })
    t.same(valueOf(await content.getProject(who, project.id)), { ...project, animationCount: 1 })
    t.same(valueOf(await content.getAnimation(who, animation.id)), animation)
    t.same(valueOf(await content.getDocument(who, animation.id)), { animation, document: lottieText() })

    const later = open({ now: () => 1_760_000_001_000 })
    const updatedAt = '2025-10-09T08:53:21.000Z'
    const renamed = valueOf(await later.updateWorkspace(who, workspace.id, { expectedVersion: 1, name: '이름' }))
    t.same(renamed, { ...workspace, name: '이름', version: 2, projectCount: 1, updatedAt })
    const described = valueOf(await later.updateProject(who, project.id, { expectedVersion: 1, description: '说明' }))
    t.same(described, { ...project, description: '说明', version: 2, animationCount: 1, updatedAt })
    const document = lottieText({ w: 100, nm: 'other' })
    const changed = valueOf(await later.updateAnimation(who, animation.id, { expectedVersion: 1, document }))
    t.match(changed, { name: 'One', version: 2, width: 100, sizeBytes: document.length, createdAt: at, updatedAt })
    t.not(changed.sha256, animation.sha256)
    t.equal(valueOf(await content.getDocument(who, animation.id)).document, document)
    t.equal(
      valueOf(await content.getWorkspace(who, workspace.id)).version,
      2,
      'what lies in an object is not the object',
    )

    t.equal(valueOf(await content.deleteAnimation(who, animation.id)), null)
    t.same(valueOf(await content.deleteProject(who, project.id, false)), { animations: 0 })
    t.same(valueOf(await content.deleteWorkspace(who, workspace.id, false)), { projects: 0, animations: 0 })
    t.equal(faultOf(await content.getWorkspace(who, workspace.id)).code, 'not_found')
    t.equal(faultOf(await content.deleteAnimation(who, animation.id)).code, 'not_found')
  })

  t.test('an update without changes changes nothing, if its version is right', async (t) => {
    const content = open()
    const who = await addAccount(database)
    const { workspace, project, animation } = await addTree(content, who)
    const before = (await auditOf(who)).length
    t.match(valueOf(await content.updateWorkspace(who, workspace.id, { expectedVersion: 1 })), {
      version: 1,
      projectCount: 1,
    })
    t.match(valueOf(await content.updateProject(who, project.id, { expectedVersion: 1 })), { version: 1 })
    t.same(valueOf(await content.updateAnimation(who, animation.id, { expectedVersion: 1 })), animation)
    t.equal(faultOf(await content.updateAnimation(who, animation.id, { expectedVersion: 2 })).code, 'stale_version')
    t.equal((await auditOf(who)).length, before)
  })

  t.test("another account's objects look exactly like missing ones, to everything", async (t) => {
    const content = open()
    const [mine, other] = [await addAccount(database), await addAccount(database)]
    const own = await addTree(content, mine)
    const theirs = await addTree(content, other)
    const [workspaceId, projectId, animationId] = [theirs.workspace.id, theirs.project.id, theirs.animation.id]
    const input = { name: 'x', description: '' }
    const document = lottieText()
    const change = { expectedVersion: 1, name: 'x' }
    type Act = (workspaceId: string, projectId: string, animationId: string) => Promise<Result<unknown>>
    const acts: Readonly<Record<string, Act>> = {
      getWorkspace: (id) => content.getWorkspace(mine, id),
      updateWorkspace: (id) => content.updateWorkspace(mine, id, change),
      deleteWorkspace: (id) => content.deleteWorkspace(mine, id, true),
      listProjects: (id) => content.listProjects(mine, id, ALL),
      getProject: (_, id) => content.getProject(mine, id),
      createProject: (id) => content.createProject(mine, { workspaceId: id, ...input }),
      updateProject: (_, id) => content.updateProject(mine, id, change),
      deleteProject: (_, id) => content.deleteProject(mine, id, true),
      moveProject: (_, id) => content.moveProject(mine, id, own.workspace.id, 1),
      'moveProject to': (id) => content.moveProject(mine, own.project.id, id, 1),
      listAnimations: (_, id) => content.listAnimations(mine, id, ALL),
      getAnimation: (_, __, id) => content.getAnimation(mine, id),
      getDocument: (_, __, id) => content.getDocument(mine, id),
      createAnimation: (_, id) => content.createAnimation(mine, { projectId: id, document, ...input }),
      updateAnimation: (_, __, id) => content.updateAnimation(mine, id, { ...change, document }),
      deleteAnimation: (_, __, id) => content.deleteAnimation(mine, id),
      moveAnimation: (_, __, id) => content.moveAnimation(mine, id, own.project.id, 1),
      'moveAnimation to': (_, id) => content.moveAnimation(mine, own.animation.id, id, 1),
      duplicateAnimation: (_, __, id) => content.duplicateAnimation(mine, id, { name: null, toProjectId: null }),
      'duplicateAnimation to': (_, id) =>
        content.duplicateAnimation(mine, own.animation.id, { name: null, toProjectId: id }),
    }
    const now = Date.now()
    for (const [name, act] of Object.entries(acts)) {
      const missing = faultOf(await act(newObjectId('ws', now), newObjectId('prj', now), newObjectId('anm', now)))
      t.equal(missing.code, 'not_found', name)
      t.same(faultOf(await act(workspaceId, projectId, animationId)), missing, `${name}: another's`)
      t.same(faultOf(await act('', '\0', "anm_' or '' = '")), missing, `${name}: no id`)
      t.same(
        faultOf(await act(own.project.id, own.animation.id, own.workspace.id)),
        missing,
        `${name}: of another kind`,
      )
    }
    t.same(
      valueOf(await content.listWorkspaces(mine, ALL)).items.map(({ id }) => id),
      [own.workspace.id],
    )
    t.same(
      valueOf(await content.listProjects(mine, null, ALL)).items.map(({ id }) => id),
      [own.project.id],
    )
    t.same(
      valueOf(await content.listAnimations(mine, null, ALL)).items.map(({ id }) => id),
      [own.animation.id],
    )
    t.equal(valueOf(await content.search(mine, 'One', ALL)).items.length, 3)
    t.same(valueOf(await content.getDocument(other, animationId)).animation, theirs.animation, 'nothing was changed')
    t.equal((await auditOf(mine)).length, 3, 'nor written down')
  })

  t.test('a write that is meant for another version gives the current one and changes nothing', async (t) => {
    const content = open()
    const who = await addAccount(database)
    const { workspace, project, animation } = await addTree(content, who)
    const second = valueOf(await content.createWorkspace(who, { name: 'Two', description: '' }))
    valueOf(await content.updateProject(who, project.id, { expectedVersion: 1, name: 'a' }))
    valueOf(await content.updateProject(who, project.id, { expectedVersion: 2, name: 'b' }))
    const stale = { code: 'stale_version', currentVersion: 3 }
    t.match(faultOf(await content.updateProject(who, project.id, { expectedVersion: 2, name: 'c' })), stale)
    t.match(faultOf(await content.updateProject(who, project.id, { expectedVersion: 4, name: 'c' })), stale)
    t.match(faultOf(await content.moveProject(who, project.id, second.id, 1)), stale)
    t.match(faultOf(await content.updateWorkspace(who, workspace.id, { expectedVersion: 0, name: 'c' })), {
      currentVersion: 1,
    })
    const document = lottieText({ w: 1 })
    t.match(faultOf(await content.updateAnimation(who, animation.id, { expectedVersion: 7, document })), {
      currentVersion: 1,
    })
    t.match(faultOf(await content.moveAnimation(who, animation.id, project.id, 7)), { currentVersion: 1 })
    t.match(valueOf(await content.getProject(who, project.id)), { name: 'b', version: 3, workspaceId: workspace.id })
    t.equal(valueOf(await content.getDocument(who, animation.id)).document, lottieText())
  })

  t.test('of changes to one version at the same time one is done', async (t) => {
    const [content, elsewhere] = [open(), open()]
    const who = await addAccount(database)
    const { project } = await addTree(content, who)
    const results = await Promise.all(
      Array.from({ length: 30 }, (_, n) =>
        (n % 2 ? content : elsewhere).updateProject(who, project.id, { expectedVersion: 1, name: `name ${n}` }),
      ),
    )
    const done = results.filter((result) => result.ok)
    t.equal(done.length, 1)
    t.same(valueOf(await content.getProject(who, project.id)), done[0]?.value)
    for (const result of results) if (!result.ok) t.match(result.fault, { code: 'stale_version', currentVersion: 2 })
  })

  t.test('what holds something is deleted only with all of it', async (t) => {
    const content = open()
    const who = await addAccount(database)
    const { workspace, project, animation } = await addTree(content, who)
    valueOf(await content.createProject(who, { workspaceId: workspace.id, name: 'empty', description: '' }))
    valueOf(await content.duplicateAnimation(who, animation.id, { name: null, toProjectId: null }))
    const kept = await addTree(content, who)
    t.match(faultOf(await content.deleteWorkspace(who, workspace.id, false)), {
      code: 'not_empty',
      detail: /2 projects and 2 animations/,
      projects: 2,
      animations: 2,
    })
    t.match(faultOf(await content.deleteProject(who, project.id, false)), {
      code: 'not_empty',
      projects: 0,
      animations: 2,
    })
    t.equal(valueOf(await content.getProject(who, project.id)).animationCount, 2)
    t.same(valueOf(await content.deleteWorkspace(who, workspace.id, true)), { projects: 2, animations: 2 })
    t.same(valueOf(await content.deleteProject(who, kept.project.id, true)), { animations: 1 })
    t.same(valueOf(await content.listAnimations(who, null, ALL)).items, [])
    t.same(valueOf(await content.listProjects(who, null, ALL)).items, [])
    t.same(
      valueOf(await content.listWorkspaces(who, ALL)).items.map(({ id }) => id),
      [kept.workspace.id],
    )
    const ids = [animation.id, kept.animation.id]
    const documents = await database.kysely
      .selectFrom('animation_documents')
      .selectAll()
      .where('animation_id', 'in', ids)
      .execute()
    t.same(documents, [])
  })

  t.test('objects are moved, and what they leave and enter keeps its version', async (t) => {
    const content = open()
    const who = await addAccount(database)
    const [one, two] = [await addTree(content, who), await addTree(content, who)]
    const animation = valueOf(await content.moveAnimation(who, one.animation.id, two.project.id, 1))
    t.match(animation, { id: one.animation.id, projectId: two.project.id, version: 2, sha256: one.animation.sha256 })
    t.match(valueOf(await content.getProject(who, one.project.id)), { animationCount: 0, version: 1 })
    t.match(valueOf(await content.getProject(who, two.project.id)), { animationCount: 2, version: 1 })
    const project = valueOf(await content.moveProject(who, two.project.id, one.workspace.id, 1))
    t.match(project, { workspaceId: one.workspace.id, version: 2, animationCount: 2 })
    t.match(valueOf(await content.getWorkspace(who, one.workspace.id)), { projectCount: 2, version: 1 })
    t.match(valueOf(await content.getWorkspace(who, two.workspace.id)), { projectCount: 0, version: 1 })
    const before = (await auditOf(who)).length
    t.same(valueOf(await content.moveProject(who, project.id, one.workspace.id, 2)), project, 'it is there already')
    t.same(valueOf(await content.moveAnimation(who, animation.id, two.project.id, 2)), animation)
    t.equal((await auditOf(who)).length, before)
  })

  t.test('a copy has the document of its original and nothing else in common', async (t) => {
    const content = open()
    const who = await addAccount(database)
    const [one, two] = [await addTree(content, who, 'Logo'), await addTree(content, who)]
    valueOf(await content.updateAnimation(who, one.animation.id, { expectedVersion: 1, description: 'Of ours' }))
    const copy = valueOf(await content.duplicateAnimation(who, one.animation.id, { name: null, toProjectId: null }))
    t.match(copy, { name: 'Logo (copy)', description: 'Of ours', projectId: one.project.id, version: 1 })
    t.match(copy, { sha256: one.animation.sha256, sizeBytes: one.animation.sizeBytes, durationMs: 1500 })
    const far = valueOf(await content.duplicateAnimation(who, copy.id, { name: 'Far', toProjectId: two.project.id }))
    t.match(far, { name: 'Far', projectId: two.project.id })
    valueOf(await content.deleteAnimation(who, one.animation.id))
    valueOf(await content.updateAnimation(who, copy.id, { expectedVersion: 1, document: lottieText({ w: 7 }) }))
    t.equal(valueOf(await content.getDocument(who, far.id)).document, lottieText())
  })

  t.test('a document that is no Lottie animation is not kept', async (t) => {
    const content = open()
    const who = await addAccount(database)
    const { project, animation } = await addTree(content, who)
    const input = { projectId: project.id, name: 'x', description: '', document: '{}' }
    t.match(faultOf(await content.createAnimation(who, input)), { code: 'invalid_document', detail: /member fr/ })
    const change = { expectedVersion: 1, name: 'new', document: '[' }
    t.equal(faultOf(await content.updateAnimation(who, animation.id, change)).code, 'invalid_document')
    t.same(valueOf(await content.listAnimations(who, project.id, ALL)).items, [animation])
  })

  t.test('texts come back composed and without NUL', async (t) => {
    const content = open()
    const who = await addAccount(database)
    const names = { name: `a\0b ${'é'.normalize('NFD')} 😀`, description: `\0\n'"%$1 名` }
    const workspace = valueOf(await content.createWorkspace(who, names))
    t.match(workspace, { name: 'ab é 😀', description: `\n'"%$1 名` })
    t.match(valueOf(await content.updateWorkspace(who, workspace.id, { expectedVersion: 1, ...names })), {
      name: 'ab é 😀',
    })
  })

  t.test('lists go from the newest to the oldest, page by page, whatever comes and goes meanwhile', async (t) => {
    const content = open()
    const who = await addAccount(database)
    const add = (n: number) => content.createWorkspace(who, { name: `${n}`, description: '' }).then(valueOf)
    const made = []
    for (let n = 0; n < 9; n++) made.push(await add(n))
    t.same((await allPages((cursor) => content.listWorkspaces(who, { limit: 2, cursor }))).length, 9)
    t.equal(valueOf(await content.listWorkspaces(who, { limit: 9, cursor: null })).nextCursor, null)

    const order = made
      .map(({ id }) => id)
      .toSorted()
      .toReversed()
    const first = valueOf(await content.listWorkspaces(who, { limit: 3, cursor: null }))
    t.same(
      first.items.map(({ id }) => id),
      order.slice(0, 3),
    )
    // What ended the first page and what would begin the next.
    for (const at of [2, 3]) valueOf(await content.deleteWorkspace(who, order[at] ?? '', false))
    await add(9)
    const rest = await content.listWorkspaces(who, { limit: 100, cursor: first.nextCursor })
    t.same(
      valueOf(rest).items.map(({ id }) => id),
      order.slice(4),
    )
  })

  t.test('lists are of one project or workspace, or of the whole account', async (t) => {
    const content = open()
    const who = await addAccount(database)
    const [one, two] = [await addTree(content, who), await addTree(content, who)]
    const copy = valueOf(await content.duplicateAnimation(who, two.animation.id, { name: null, toProjectId: null }))
    const animations = async (id: string | null) =>
      (await allPages((cursor) => content.listAnimations(who, id, { limit: 1, cursor }))).map(({ id }) => id).toSorted()
    t.same(await animations(one.project.id), [one.animation.id])
    t.same(await animations(two.project.id), [two.animation.id, copy.id].toSorted())
    t.same(await animations(null), [one.animation.id, two.animation.id, copy.id].toSorted())
    const projects = async (id: string | null) =>
      (await allPages((cursor) => content.listProjects(who, id, { limit: 1, cursor }))).map(
        ({ id, animationCount }) => `${id} ${animationCount}`,
      )
    t.same(await projects(one.workspace.id), [`${one.project.id} 1`])
    t.same((await projects(null)).toSorted(), [`${one.project.id} 1`, `${two.project.id} 2`].toSorted())
    const empty = valueOf(await content.createWorkspace(who, { name: '', description: '' }))
    t.same(await projects(empty.id), [])
  })

  t.test('a cursor of another list, or none at all, is refused', async (t) => {
    const content = open()
    const who = await addAccount(database)
    const { workspace, project, animation } = await addTree(content, who)
    valueOf(await content.duplicateAnimation(who, animation.id, { name: null, toProjectId: null }))
    const cursor = valueOf(await content.listAnimations(who, null, { limit: 1, cursor: null })).nextCursor
    t.type(cursor, 'string')
    for (const wrong of ['', 'x', `${cursor}A`, '\0']) {
      const page = { limit: 1, cursor: wrong }
      t.equal(faultOf(await content.listWorkspaces(who, page)).code, 'invalid_cursor')
      t.equal(faultOf(await content.listProjects(who, workspace.id, page)).code, 'invalid_cursor')
      t.equal(faultOf(await content.listAnimations(who, project.id, page)).code, 'invalid_cursor')
      t.equal(faultOf(await content.search(who, 'a', page)).code, 'invalid_cursor')
    }
    t.equal(faultOf(await content.listWorkspaces(who, { limit: 1, cursor })).code, 'invalid_cursor')
    t.equal(faultOf(await content.search(who, 'a', { limit: 1, cursor })).code, 'invalid_cursor')
  })

  t.test('what would go past a limit is refused, and said which', async (t) => {
    const content = open({ limits: LIMITS })
    const who = await addAccount(database)
    const [one, two] = [await addTree(content, who), await addTree(content, who)]
    const reached = (detail: RegExp) => ({ code: 'limit_reached', detail })
    const workspace = valueOf(await content.createWorkspace(who, { name: '', description: '' }))
    t.match(faultOf(await content.createWorkspace(who, { name: '', description: '' })), reached(/3 workspaces/))

    const input = { workspaceId: one.workspace.id, name: '', description: '' }
    const projects = [
      valueOf(await content.createProject(who, input)),
      valueOf(await content.createProject(who, input)),
    ]
    t.match(faultOf(await content.createProject(who, input)), reached(/3 projects/))
    t.match(faultOf(await content.moveProject(who, two.project.id, one.workspace.id, 1)), reached(/3 projects/))
    valueOf(await content.moveProject(who, projects[0]?.id ?? '', workspace.id, 1))

    const duplicate = (toProjectId: string | null) =>
      content.duplicateAnimation(who, one.animation.id, { name: null, toProjectId })
    valueOf(await duplicate(null))
    valueOf(await duplicate(null))
    t.match(faultOf(await duplicate(null)), reached(/A project .*3 animations/))
    t.match(faultOf(await content.moveAnimation(who, two.animation.id, one.project.id, 1)), reached(/3 animations/))
    t.match(faultOf(await duplicate(two.project.id)), reached(/An account .*4 animations/))
    const create = (document: string) =>
      content.createAnimation(who, { projectId: two.project.id, name: '', description: '', document })
    t.match(faultOf(await create(lottieText())), reached(/An account .*4 animations/))
    t.equal(valueOf(await content.listAnimations(who, null, ALL)).items.length, 4)
  })

  t.test('the documents of an account have a limit together', async (t) => {
    const content = open({ limits: { ...LIMITS, documentBytesPerAccount: 10_000 } })
    const who = await addAccount(database)
    const { project, animation } = await addTree(content, who)
    const big = lottieText({ nm: 'a'.repeat(8_000) })
    const input = { projectId: project.id, name: '', description: '' }
    const second = valueOf(await content.createAnimation(who, { ...input, document: big }))
    const full = { code: 'limit_reached', detail: /10,000 bytes/ }
    t.match(
      faultOf(await content.createAnimation(who, { ...input, document: lottieText({ nm: 'a'.repeat(3_000) }) })),
      full,
    )
    t.match(faultOf(await content.duplicateAnimation(who, second.id, { name: null, toProjectId: null })), full)
    t.match(faultOf(await content.updateAnimation(who, animation.id, { expectedVersion: 1, document: big })), full)
    t.match(valueOf(await content.getAnimation(who, animation.id)), { version: 1 })
    const lowered = open({ limits: { ...LIMITS, documentBytesPerAccount: 10 } })
    const small = lottieText({ nm: 'a' })
    valueOf(await lowered.updateAnimation(who, second.id, { expectedVersion: 1, document: small }))
    valueOf(await lowered.updateAnimation(who, second.id, { expectedVersion: 2, name: 'less is welcome' }))
    t.equal(faultOf(await lowered.createAnimation(who, { ...input, document: small })).code, 'limit_reached')
  })

  t.test('limits hold when many come at the same time', async (t) => {
    const [content, elsewhere] = [open({ limits: LIMITS }), open({ limits: LIMITS })]
    const who = await addAccount(database)
    const results = await Promise.all(
      Array.from({ length: 12 }, (_, n) =>
        (n % 2 ? content : elsewhere).createWorkspace(who, { name: `${n}`, description: '' }),
      ),
    )
    t.equal(results.filter(({ ok }) => ok).length, 3)
  })

  t.test('objects are found by words in their names and descriptions', async (t) => {
    const content = open()
    const who = await addAccount(database)
    const workspace = valueOf(await content.createWorkspace(who, { name: 'Marketing', description: 'Red things' }))
    const add = async (name: string, description: string) =>
      valueOf(await content.createProject(who, { workspaceId: workspace.id, name, description })).id
    const car = await add('Red Car', '')
    const bus = await add('A bus', 'as red as the car')
    const chinese = await add('天气预报', '下雨和下雪')
    const korean = await add('날씨 아이콘', '비와 눈이 내립니다')
    const odd = await add('50%_\\done', '')
    const find = async (query: string, who_ = who) =>
      valueOf(await content.search(who_, query, ALL)).items.map(({ id }) => id)
    t.same(await find('red'), [car, bus, workspace.id])
    t.same(await find('CAR   red'), [car, bus])
    t.same(await find('red boat'), [])
    t.same(await find('气预'), [chinese])
    t.same(await find('下雪 天气'), [chinese])
    t.same(await find('아이콘 내립'), [korean])
    t.same(await find('날씨'.normalize('NFD')), [korean])
    t.same(await find('%'), [odd])
    t.same(await find('_'), [odd])
    t.same(await find('\\'), [odd])
    t.same(await find('50%_\\DONE'), [odd])
    t.same(await find("'"), [])
    t.same(await find('  '), [])
    t.same(await find('red', await addAccount(database)), [])
    const [first] = valueOf(await content.search(who, 'marketing', ALL)).items
    t.same(first, { kind: 'workspace', ...workspace, projectCount: 5 })
  })

  t.test('what is found comes page by page: names first, then the newest, of every kind', async (t) => {
    const content = open()
    const who = await addAccount(database)
    const inName: string[] = []
    const inDescription: string[] = []
    for (let n = 0; n < 4; n++) {
      const { workspace, project, animation } = await addTree(content, who, `Sun ${n}`)
      inName.push(workspace.id, project.id, animation.id)
      const below = { workspaceId: workspace.id, name: 'other', description: 'the SUN' }
      inDescription.push(valueOf(await content.createProject(who, below)).id)
    }
    const newestFirst = (ids: string[]) =>
      ids.toSorted((a, b) => ((a.split('_')[1] ?? '') < (b.split('_')[1] ?? '') ? 1 : -1))
    const expected = [...newestFirst(inName), ...newestFirst(inDescription)]
    for (const limit of [1, 3, 16, 100]) {
      const found = await allPages((cursor) => content.search(who, 'sun', { limit, cursor }))
      t.same(
        found.map(({ id }) => id),
        expected,
        `${limit} a page`,
      )
    }
    const page = valueOf(await content.search(who, 'sun', { limit: 5, cursor: null }))
    valueOf(await content.deleteWorkspace(who, page.items[0]?.kind === 'animation' ? (inName[9] ?? '') : '', true))
    const rest = await allPages((cursor) => content.search(who, 'sun', { limit: 5, cursor: cursor ?? page.nextCursor }))
    t.same(
      rest.map(({ id }) => id),
      [...expected.slice(5, 12), ...newestFirst(inDescription).slice(1)],
    )
  })

  t.test('each write leaves a line in the audit log, and what was refused leaves none', async (t) => {
    const content = open()
    const who = await addAccount(database)
    const { workspace, project, animation } = await addTree(content, who)
    const two = await addTree(content, who, 'Two')
    valueOf(await content.updateWorkspace(who, workspace.id, { expectedVersion: 1, name: 'New' }))
    valueOf(await content.updateProject(who, project.id, { expectedVersion: 1, name: 'New' }))
    valueOf(await content.updateAnimation(who, animation.id, { expectedVersion: 1, name: 'New' }))
    valueOf(await content.moveAnimation(who, animation.id, two.project.id, 2))
    valueOf(await content.moveProject(who, project.id, two.workspace.id, 2))
    const copy = valueOf(await content.duplicateAnimation(who, animation.id, { name: 'Copy', toProjectId: null }))
    valueOf(await content.deleteAnimation(who, copy.id))
    valueOf(await content.deleteProject(who, two.project.id, true))
    faultOf(await content.deleteWorkspace(who, two.workspace.id, false))
    valueOf(await content.deleteWorkspace(who, two.workspace.id, true))
    const lines = await auditOf(who)
    const last = lines.map(({ kind, object_id, detail }) => ({ kind, object_id, detail })).slice(6)
    const sorted = <T extends { kind: string }>(all: readonly T[]) => all.toSorted((a, b) => (a.kind < b.kind ? -1 : 1))
    t.same(
      sorted(last),
      sorted([
        { kind: 'workspace.updated', object_id: workspace.id, detail: { name: 'New' } },
        { kind: 'project.updated', object_id: project.id, detail: { name: 'New' } },
        { kind: 'animation.updated', object_id: animation.id, detail: { name: 'New', document: false } },
        {
          kind: 'animation.moved',
          object_id: animation.id,
          detail: { name: 'New', from: project.id, to: two.project.id },
        },
        {
          kind: 'project.moved',
          object_id: project.id,
          detail: { name: 'New', from: workspace.id, to: two.workspace.id },
        },
        { kind: 'animation.duplicated', object_id: copy.id, detail: { name: 'Copy', of: animation.id } },
        { kind: 'animation.deleted', object_id: copy.id, detail: { name: 'Copy' } },
        { kind: 'project.deleted', object_id: two.project.id, detail: { name: 'Two', animations: 2 } },
        { kind: 'workspace.deleted', object_id: two.workspace.id, detail: { name: 'Two', projects: 1, animations: 0 } },
      ]),
    )
    for (const line of lines)
      t.match(line, { client_id: who.clientId, grant_id: who.grantId, address: null, id: /^aud_/ })
  })

  t.test('a write whose line cannot be written is not done', async (t) => {
    const content = open()
    const who = await addAccount(database)
    const { workspace } = await addTree(content, who)
    const odd = { ...who, clientId: 'not\0text' }
    await t.rejects(content.createWorkspace(odd, { name: 'x', description: '' }))
    await t.rejects(content.deleteWorkspace(odd, workspace.id, true))
    t.match(valueOf(await content.listWorkspaces(who, ALL)).items, [{ id: workspace.id, projectCount: 1 }])
    valueOf(await content.updateWorkspace(who, workspace.id, { expectedVersion: 1, name: 'goes on' }))
  })

  t.test('listeners are told what changed, and where it lies, when it can be read', async (t) => {
    const told: ContentChange[] = []
    const reads: Promise<Result<unknown>>[] = []
    const who = await addAccount(database)
    const content = open({
      changed(change) {
        told.push(change)
        reads.push(content.getWorkspace(who, change.objectIds.at(-1) ?? ''))
      },
    })
    const { workspace, project, animation } = await addTree(content, who)
    t.same(await Promise.all(reads.map(async (read) => (await read).ok)), [true, true, true])
    const two = await addTree(content, who)
    told.length = 0
    valueOf(await content.updateAnimation(who, animation.id, { expectedVersion: 1, name: 'x' }))
    valueOf(await content.updateAnimation(who, animation.id, { expectedVersion: 2 }))
    faultOf(await content.updateAnimation(who, animation.id, { expectedVersion: 9, name: 'x' }))
    valueOf(await content.moveAnimation(who, animation.id, two.project.id, 2))
    valueOf(await content.moveProject(who, project.id, two.workspace.id, 1))
    valueOf(await content.deleteProject(who, project.id, false))
    const { userId } = who
    t.same(told, [
      { userId, objectIds: [animation.id, project.id, workspace.id], listChanged: false },
      {
        userId,
        objectIds: [animation.id, two.project.id, two.workspace.id, project.id, workspace.id],
        listChanged: true,
      },
      { userId, objectIds: [project.id, two.workspace.id, workspace.id], listChanged: true },
      { userId, objectIds: [project.id, two.workspace.id], listChanged: true },
    ])
  })

  t.test('an account that is gone has no content, and none can be made', async (t) => {
    const content = open()
    const who = await addAccount(database)
    const { workspace } = await addTree(content, who)
    const [made] = await Promise.all([
      Promise.all(
        Array.from({ length: 20 }, (_, n) =>
          n % 2
            ? content.createProject(who, { workspaceId: workspace.id, name: '', description: '' })
            : content.deleteWorkspace(who, workspace.id, false),
        ),
      ),
      database.kysely.deleteFrom('users').where('id', '=', who.userId).execute(),
    ])
    for (const result of made) if (!result.ok) t.match(result.fault.code, /^(not_found|not_empty)$/)
    const gone = faultOf(await content.createWorkspace(who, { name: '', description: '' }))
    t.match(gone, { code: 'not_found', detail: /account/ })
    t.same(valueOf(await content.listWorkspaces(who, ALL)).items, [])
  })

  t.test('whatever is done at the same time, nothing hangs, fails or is left behind', async (t) => {
    // Two, as in two threads: their writes meet in the database only.
    const [content, elsewhere] = [open(), open()]
    const who = await addAccount(database)
    const trees = await Promise.all(Array.from({ length: 10 }, () => addTree(content, who)))
    const workspaces = trees.map(({ workspace }) => workspace.id)
    const projects = trees.map(({ project }) => project.id)
    const animations = trees.map(({ animation }) => animation.id)
    const before = (await auditOf(who)).length
    let seed = 7
    const random = (below: number) => {
      seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31
      return Math.floor((seed / 2 ** 31) * below)
    }
    const any = <T>(items: readonly T[]) => items[random(items.length)] as T
    const document = lottieText()
    const acts: readonly ((content: AccountContent) => Promise<Result<unknown>>)[] = [
      (content) => content.moveAnimation(who, any(animations), any(projects), 1 + random(3)),
      (content) => content.moveProject(who, any(projects), any(workspaces), 1 + random(3)),
      (content) => content.createProject(who, { workspaceId: any(workspaces), name: 'p', description: '' }),
      (content) => content.createAnimation(who, { projectId: any(projects), name: 'a', description: '', document }),
      (content) => content.duplicateAnimation(who, any(animations), { name: null, toProjectId: any(projects) }),
      (content) => content.updateAnimation(who, any(animations), { expectedVersion: 1 + random(3), document }),
      (content) => content.deleteAnimation(who, any(animations)),
      (content) =>
        random(4) ? content.getProject(who, any(projects)) : content.deleteProject(who, any(projects), true),
      (content) =>
        random(8)
          ? content.listProjects(who, any(workspaces), ALL)
          : content.deleteWorkspace(who, any(workspaces), true),
    ]
    const results: Result<unknown>[] = []
    for (let round = 0; round < 5; round++) {
      const together = Array.from({ length: 50 }, (_, n) => any(acts)(n % 2 ? content : elsewhere))
      results.push(...(await Promise.all(together)))
    }
    const codes = new Set(results.map((result) => (result.ok ? 'ok' : result.fault.code)))
    t.same(
      [...codes].filter((code) => !['ok', 'not_found', 'stale_version'].includes(code)),
      [],
    )
    t.ok(codes.has('ok') && codes.has('not_found') && codes.has('stale_version'))
    const [left, held] = await Promise.all([
      content.listProjects(who, null, ALL),
      content.listAnimations(who, null, ALL),
    ])
    t.ok(valueOf(left).items.length > 0)
    for (const { id, animationCount } of valueOf(left).items) {
      t.equal(valueOf(held).items.filter(({ projectId }) => projectId === id).length, animationCount)
    }
    const made = (await auditOf(who)).slice(before)
    t.ok(made.length > 0 && made.length <= results.filter(({ ok }) => ok).length)
  })
}
