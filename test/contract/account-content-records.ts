import type { Test } from 'tap'
import type { AccountContent, ContentChange, ContentResult } from '../../src/account/content/account-content.ts'
import type { Database } from '../../src/store/postgres/database.ts'
import { createSqlGrants } from '../../src/store/postgres/sql-grants.ts'
import { createSqlContent, type SqlContentOptions } from '../../src/store/postgres/content/sql-content.ts'
import { lottieText } from '../account/content/lottie-sample.ts'
import { addAccount, addGrant, addTree, ALL, auditOf, faultOf, valueOf } from './account-content-fixture.ts'

/** Contract of the effects of writes: events in the audit log, news for listeners, and no partial changes. */
export function contentRecordsContract(t: Test, database: Database): void {
  const open = (options?: SqlContentOptions): AccountContent => createSqlContent(database, options)

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
    const lines = await auditOf(database, who)
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
    const changes: ContentChange[] = []
    const reads: Promise<ContentResult<unknown>>[] = []
    const who = await addAccount(database)
    const content = open({
      changed(change) {
        changes.push(change)
        reads.push(content.getWorkspace(who, change.objectIds.at(-1) ?? ''))
      },
    })
    const { workspace, project, animation } = await addTree(content, who)
    t.same(await Promise.all(reads.map(async (read) => (await read).ok)), [true, true, true])
    const two = await addTree(content, who)
    changes.length = 0
    valueOf(await content.updateAnimation(who, animation.id, { expectedVersion: 1, name: 'x' }))
    valueOf(await content.updateAnimation(who, animation.id, { expectedVersion: 2 }))
    faultOf(await content.updateAnimation(who, animation.id, { expectedVersion: 9, name: 'x' }))
    valueOf(await content.moveAnimation(who, animation.id, two.project.id, 2))
    valueOf(await content.moveProject(who, project.id, two.workspace.id, 1))
    valueOf(await content.deleteProject(who, project.id, false))
    const { userId } = who
    t.same(changes, [
      { userId, objectIds: [animation.id, project.id, workspace.id], listChanged: false, withContents: false },
      {
        userId,
        objectIds: [animation.id, two.project.id, two.workspace.id, project.id, workspace.id],
        listChanged: true,
        withContents: false,
      },
      { userId, objectIds: [project.id, two.workspace.id, workspace.id], listChanged: true, withContents: false },
      { userId, objectIds: [project.id, two.workspace.id], listChanged: true, withContents: true },
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
    for (const result of made) if (!result.ok) t.match(result.code, /^(revoked|not_found|not_empty)$/)
    const gone = faultOf(await content.createWorkspace(who, { name: '', description: '' }))
    t.equal(gone.code, 'revoked')
    t.same(valueOf(await content.listWorkspaces(who, ALL)).items, [])
  })

  t.test('a client whose grant has ended changes nothing, and another of the same person does', async (t) => {
    const content = open()
    const who = await addAccount(database)
    const { animation, workspace } = await addTree(content, who)
    const foreign = { ...who, grantId: (await addAccount(database)).grantId }
    await createSqlGrants(database).revoke(who.grantId, { reason: 'user', at: new Date(), address: null })
    for (const client of [who, foreign, { ...who, grantId: 'grt_0' }]) {
      t.equal(faultOf(await content.deleteAnimation(client, animation.id)).code, 'revoked')
      t.equal(faultOf(await content.deleteWorkspace(client, workspace.id, true)).code, 'revoked')
    }
    const grantId = await addGrant(database, who.userId)
    t.equal(valueOf(await content.deleteAnimation({ ...who, grantId }, animation.id)), null)
  })

  t.test('whatever is done at the same time, nothing hangs, fails or is left behind', async (t) => {
    // There are two instances, as in two threads. Their writes meet only in the database.
    const [content, elsewhere] = [open(), open()]
    const who = await addAccount(database)
    const trees = await Promise.all(Array.from({ length: 10 }, () => addTree(content, who)))
    const workspaces = trees.map(({ workspace }) => workspace.id)
    const projects = trees.map(({ project }) => project.id)
    const animations = trees.map(({ animation }) => animation.id)
    const before = (await auditOf(database, who)).length
    let seed = 7
    const random = (below: number) => {
      seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31
      return Math.floor((seed / 2 ** 31) * below)
    }
    const any = <T>(items: readonly T[]) => items[random(items.length)] as T
    const document = lottieText()
    const acts: readonly ((content: AccountContent) => Promise<ContentResult<unknown>>)[] = [
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
    const results: ContentResult<unknown>[] = []
    for (let round = 0; round < 5; round++) {
      const together = Array.from({ length: 50 }, (_, n) => any(acts)(n % 2 ? content : elsewhere))
      results.push(...(await Promise.all(together)))
    }
    const codes = new Set(results.map((result) => (result.ok ? 'ok' : result.code)))
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
    const made = (await auditOf(database, who)).slice(before)
    t.ok(made.length > 0 && made.length <= results.filter(({ ok }) => ok).length)
  })
}
