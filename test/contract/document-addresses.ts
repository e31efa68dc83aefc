import { randomBytes } from 'node:crypto'
import type { Test } from 'tap'
import { ADDRESS_LIFETIME_SECONDS, type DocumentUse } from '../../src/account/content/document-addresses.ts'
import type { Principal } from '../../src/account/principal.ts'
import type { Database } from '../../src/store/postgres/database.ts'
import { createSqlContent } from '../../src/store/postgres/content/sql-content.ts'
import { createSqlDocumentAddresses } from '../../src/store/postgres/content/sql-document-addresses.ts'
import { createSqlGrants } from '../../src/store/postgres/sql-grants.ts'
import { lottieText } from '../account/content/lottie-sample.ts'
import { addAccount, addGrant, addTree, ALL, faultOf, valueOf } from './account-content-fixture.ts'

const AT_MS = 1_800_000_000_000

/** Contract of addresses of documents. @param databases Two connections to one database, as two nodes have them. */
export function documentAddressesContract(t: Test, [database, other]: readonly [Database, Database]): void {
  let nowMs = AT_MS
  const now = (): number => nowMs
  const [here, there] = [createSqlDocumentAddresses(database, now), createSqlDocumentAddresses(other, now)]
  const content = [createSqlContent(database, { now }), createSqlContent(other, { now })] as const

  async function open(who: Principal, use: DocumentUse) {
    const hash = randomBytes(32)
    valueOf(await here.open(who, hash, use))
    return { hash, ...(await there.find(hash))! }
  }

  t.test('another node finds an address, until its five minutes are over', async (t) => {
    const who = await addAccount(database)
    const use: DocumentUse = { kind: 'create', projectId: 'prj_x', name: '로딩 "1"', description: 'a\nb' }
    const hash = randomBytes(32)
    t.equal(valueOf(await here.open(who, hash, use)), new Date(AT_MS + ADDRESS_LIFETIME_SECONDS * 1000).toISOString())
    t.same(await there.find(hash), { who: { ...who, documentAddress: hash }, use })
    t.equal(await there.find(randomBytes(32)), null)
    nowMs += ADDRESS_LIFETIME_SECONDS * 1000
    t.equal(await there.find(hash), null)
    t.equal(await here.dropExpired(), 1)
    t.equal(await here.dropExpired(), 0)
    nowMs = AT_MS
  })

  t.test('an address ends with its grant, and not with another of the person', async (t) => {
    const who = await addAccount(database)
    const sibling = { ...who, grantId: await addGrant(database, who.userId) }
    const use: DocumentUse = { kind: 'read', id: 'anm_x', version: 1 }
    const [ended, standing] = [await open(who, use), await open(sibling, use)]
    const end = { userId: who.userId, reason: 'user', at: new Date(), address: null } as const
    t.equal(await createSqlGrants(other).revoke(who.grantId, end as never), true)
    t.equal(await here.find(ended.hash), null)
    t.match(await here.find(standing.hash), { use })
    t.match(faultOf(await here.open(who, randomBytes(32), use)), { code: 'limit_reached' }, 'and none is opened for it')
  })

  t.test('of writes at both nodes one uses the address, and the animation is there once', async (t) => {
    const who = await addAccount(database)
    const { project } = await addTree(content[0], who)
    const { who: admitted } = await open(who, { kind: 'create', projectId: project.id, name: 'x', description: '' })
    const input = { projectId: project.id, name: 'x', description: '', document: lottieText() }
    const done = await Promise.all([0, 1, 0, 1].map((node) => content[node as 0 | 1].createAnimation(admitted, input)))
    t.same(done.map((each) => (each.ok ? 'written' : each.code)).toSorted(), [
      'revoked',
      'revoked',
      'revoked',
      'written',
    ])
    t.equal(valueOf(await content[1].listAnimations(who, null, ALL)).items.length, 2)
  })

  t.test('a write that fails leaves the address, and one that comes too late uses nothing', async (t) => {
    const who = await addAccount(database)
    const { animation } = await addTree(content[0], who)
    const { hash, who: admitted } = await open(who, { kind: 'update', id: animation.id, version: 1 })
    const document = lottieText({ w: 9 })
    const stale = await content[0].updateAnimation(admitted, animation.id, { expectedVersion: 7, document })
    t.equal(faultOf(stale).code, 'stale_version')
    nowMs += ADDRESS_LIFETIME_SECONDS * 1000
    const late = await content[0].updateAnimation(admitted, animation.id, { expectedVersion: 1, document })
    t.equal(faultOf(late).code, 'revoked')
    nowMs = AT_MS
    t.not(await there.find(hash), null)
    valueOf(await content[0].updateAnimation(admitted, animation.id, { expectedVersion: 1, document }))
    t.equal(await there.find(hash), null)
  })
}
