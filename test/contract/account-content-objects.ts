import type { Test } from 'tap'
import type { AccountContent, ContentResult } from '../../src/account/content/account-content.ts'
import { newObjectId } from '../../src/shared/object-id.ts'
import type { Database } from '../../src/store/postgres/database.ts'
import { createSqlContent, type SqlContentOptions } from '../../src/store/postgres/content/sql-content.ts'
import { lottieText } from '../account/content/lottie-sample.ts'
import { addAccount, addTree, ALL, auditOf, faultOf, valueOf } from './account-content-fixture.ts'

/** Contract of single objects of an account. */
export function contentObjectsContract(t: Test, database: Database): void {
  const open = (options?: SqlContentOptions): AccountContent => createSqlContent(database, options)

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

  t.test('what holds more than may go with it stays, and what holds as much goes in the same step', async (t) => {
    const content = open()
    const who = await addAccount(database)
    const { animation, project, workspace } = await addTree(content, who)
    const held = { projects: 1, animations: 1 }
    for (const along of [false, { projects: 0, animations: 9 }, { projects: 9, animations: 0 }] as const) {
      const fault = faultOf(await content.deleteWorkspace(who, workspace.id, along))
      t.match(fault, { code: 'not_empty', ...held }, JSON.stringify(along))
    }
    for (const along of [false, { projects: 9, animations: 0 }] as const) {
      t.match(faultOf(await content.deleteProject(who, project.id, along)), { code: 'not_empty', animations: 1 })
    }
    t.equal(valueOf(await content.getAnimation(who, animation.id)).id, animation.id)
    // The consent to delete and the new animation are concurrent, and either may come first.
    const [deleted, made] = await Promise.all([
      content.deleteWorkspace(who, workspace.id, held),
      content.duplicateAnimation(who, animation.id, { name: null, toProjectId: null }),
    ])
    t.equal(deleted.ok, !made.ok)
    if (deleted.ok) t.same(deleted.value, held)
    else t.match(deleted, { code: 'not_empty', projects: 1, animations: 2 })
  })

  t.test('an update without changes changes nothing, if its version is right', async (t) => {
    const content = open()
    const who = await addAccount(database)
    const { workspace, project, animation } = await addTree(content, who)
    const before = (await auditOf(database, who)).length
    t.match(valueOf(await content.updateWorkspace(who, workspace.id, { expectedVersion: 1 })), {
      version: 1,
      projectCount: 1,
    })
    t.match(valueOf(await content.updateProject(who, project.id, { expectedVersion: 1 })), { version: 1 })
    t.same(valueOf(await content.updateAnimation(who, animation.id, { expectedVersion: 1 })), animation)
    t.equal(faultOf(await content.updateAnimation(who, animation.id, { expectedVersion: 2 })).code, 'stale_version')
    t.equal((await auditOf(database, who)).length, before)
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
    type Act = (workspaceId: string, projectId: string, animationId: string) => Promise<ContentResult<unknown>>
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
    t.equal((await auditOf(database, mine)).length, 3, 'nor written down')
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
    for (const result of results) if (!result.ok) t.match(result, { code: 'stale_version', currentVersion: 2 })
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
    const before = (await auditOf(database, who)).length
    t.same(valueOf(await content.moveProject(who, project.id, one.workspace.id, 2)), project, 'it is there already')
    t.same(valueOf(await content.moveAnimation(who, animation.id, two.project.id, 2)), animation)
    t.equal((await auditOf(database, who)).length, before)
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
    t.match(faultOf(await content.createAnimation(who, input)), {
      code: 'invalid_document',
      detail: /fr is missing: a number/,
    })
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
}
