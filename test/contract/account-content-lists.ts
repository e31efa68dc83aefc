import type { Test } from 'tap'
import type { AccountContent } from '../../src/account/content/account-content.ts'
import type { Database } from '../../src/store/postgres/database.ts'
import { createSqlContent, type SqlContentOptions } from '../../src/store/postgres/content/sql-content.ts'
import { lottieText } from '../account/content/lottie-sample.ts'
import { addAccount, addTree, ALL, allPages, faultOf, LIMITS, valueOf } from './account-content-fixture.ts'

/** Contract of the lists, limits and search of an account. */
export function contentListsContract(t: Test, database: Database): void {
  const open = (options?: SqlContentOptions): AccountContent => createSqlContent(database, options)

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
    // These are the last item of the first page and the first item of the next.
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
}
