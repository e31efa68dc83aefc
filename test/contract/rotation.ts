import type { Test } from 'tap'
import type { Rotation } from '../../src/oauth/grant/grant-store.ts'
import type { Database } from '../../src/store/postgres/database.ts'
import { createSqlAudit } from '../../src/store/postgres/sql-audit.ts'
import { createSqlGrants } from '../../src/store/postgres/sql-grants.ts'
import { AT, after, approvalOf, approve, makeUser, newHash } from './stores.ts'

const CLIENT = 'cli_a'
const OVERLAP_MS = 30_000
/** Number of times that a token is accepted again after its first use. */
const REPLAYS = 8
const HOUR = 3600
/** Life of a refresh token in seconds. */
const LIFE = 30 * 24 * HOUR

/**
 * Use of a token, at a time in seconds by the clock of the node. The result is the name of the next token, or the reason
 * why there is none.
 */
type Step = readonly [seconds: number, token: string, gives: string]

const REUSED = 'reused'
const UNKNOWN = 'unknown'

/**
 * Races between uses of tokens. `a` is the first refresh token of a grant, and names of one letter are tokens. A name that
 * comes a second time is the same token again. The grant ends after `reused`, and otherwise stays valid.
 */
const RACES: readonly (readonly [what: string, steps: readonly Step[]])[] = [
  [
    'without a race each token gives the next',
    [
      [0, 'a', 'b'],
      [600, 'b', 'c'],
      [1200, 'c', 'd'],
    ],
  ],
  [
    'a client whose answer was lost comes again, gets the same token, and goes on with it',
    [
      [0, 'a', 'b'],
      [5, 'a', 'b'],
      [600, 'b', 'c'],
      [1200, 'c', 'd'],
    ],
  ],
  [
    'a client whose answers are lost again and again comes until one arrives',
    [
      [0, 'a', 'b'],
      [1, 'a', 'b'],
      [2, 'a', 'b'],
      [4, 'a', 'b'],
      [600, 'b', 'c'],
      [601, 'b', 'c'],
    ],
  ],
  [
    'an answer that was lost and turns up in other hands ends the grant when it is used later',
    [
      [0, 'a', 'b'],
      [5, 'a', 'b'],
      [600, 'b', 'c'],
      [700, 'b', REUSED],
      [701, 'c', UNKNOWN],
    ],
  ],
  [
    'four processes that each keep what they got go on for as long as they refresh within half a minute of each other',
    [0, 600, 1200, 1800].flatMap((seconds, n): Step[] =>
      [0, 5, 20, 29].map((after) => [seconds + after, 'abcd'[n]!, 'bcde'[n]!]),
    ),
  ],
  [
    'two processes that refresh more than half a minute apart are two parties, and the second one ends the grant',
    [
      [0, 'a', 'b'],
      [0, 'a', 'b'],
      [600, 'b', 'c'],
      [631, 'b', REUSED],
      [632, 'c', UNKNOWN],
    ],
  ],
  [
    'a thief who repeats each refresh within the overlap is found when one comes too late, or after the next',
    [
      [0, 'a', 'b'],
      [1, 'a', 'b'],
      [600, 'b', 'c'],
      [601, 'b', 'c'],
      [1200, 'c', 'd'],
      [1205, 'd', 'e'],
      [1210, 'c', REUSED],
      [1211, 'e', UNKNOWN],
    ],
  ],
  [
    'a thief who is first is found when the client comes later than the overlap',
    [
      [0, 'a', 'b'],
      [31, 'a', REUSED],
      [600, 'b', UNKNOWN],
    ],
  ],
  [
    'a replaced token is good until the end of the overlap, which counts from its first use',
    [
      [0, 'a', 'b'],
      [20, 'a', 'b'],
      [30, 'a', 'b'],
      [31, 'a', REUSED],
    ],
  ],
  [
    'a replaced token that is used after the overlap ends the grant with all of its tokens',
    [
      [0, 'a', 'b'],
      [31, 'a', REUSED],
      [31, 'b', UNKNOWN],
      [31, 'a', UNKNOWN],
    ],
  ],
  [
    'a replaced token is over as soon as its successor is used, although the overlap is not',
    [
      [0, 'a', 'b'],
      [1, 'b', 'c'],
      [2, 'a', REUSED],
      [3, 'c', UNKNOWN],
    ],
  ],
  [
    'a token that was replaced long ago ends the grant, however often it was replaced since',
    [
      [0, 'a', 'b'],
      [600, 'b', 'c'],
      [1200, 'c', 'd'],
      [1201, 'b', REUSED],
    ],
  ],
  [
    'a replaced token ends the grant also after it has expired',
    [
      [0, 'a', 'b'],
      [LIFE - 1, 'b', 'c'],
      [LIFE + 60, 'a', REUSED],
    ],
  ],
  [
    'a token that nobody has used is unknown after it has expired, and harms nothing',
    [
      [LIFE - 1, 'a', 'b'],
      [2 * LIFE, 'b', UNKNOWN],
    ],
  ],
  [
    'eight replays are good, and then the successor is',
    [[0, 'a', 'b'], ...replays(REPLAYS, 'a', 'b', 1), [600, 'b', 'c'], [1200, 'c', 'd']],
  ],
  [
    'the ninth replay ends the grant',
    [[0, 'a', 'b'], ...replays(REPLAYS, 'a', 'b', 1), [9, 'a', REUSED], [10, 'b', UNKNOWN]],
  ],
  [
    'each token has replays of its own',
    [
      [0, 'a', 'b'],
      ...replays(REPLAYS, 'a', 'b', 1),
      [600, 'b', 'c'],
      ...replays(REPLAYS, 'b', 'c', 601),
      [609, 'b', REUSED],
    ],
  ],
  [
    'a second node whose clock is five seconds behind accepts the token',
    [
      [5, 'a', 'b'],
      [0, 'a', 'b'],
      [600, 'b', 'c'],
    ],
  ],
  [
    'a clock that is put back by an hour takes no answer from a client that comes again',
    [
      [2 * HOUR, 'a', 'b'],
      [HOUR, 'a', 'b'],
      [HOUR + 30, 'a', 'b'],
      [HOUR + 600, 'b', 'c'],
    ],
  ],
  [
    'a clock that is put back makes the overlap no longer than it was',
    [
      [2 * HOUR, 'a', 'b'],
      [HOUR, 'a', 'b'],
      [HOUR + 31, 'a', REUSED],
    ],
  ],
  [
    'a clock that is put forward by an hour has the overlap end, since nobody can tell',
    [
      [0, 'a', 'b'],
      [HOUR, 'a', REUSED],
    ],
  ],
  [
    'a clock that goes back and forth leaves the order of tokens as it is',
    [
      [HOUR, 'a', 'b'],
      [0, 'b', 'c'],
      [HOUR, 'a', REUSED],
    ],
  ],
]

function replays(count: number, token: string, gives: string, from: number): readonly Step[] {
  return Array.from({ length: count }, (_, n) => [from + n, token, gives])
}

/** Contract of `GrantStore.rotate` for two nodes that share the tables. */
export function rotationContract(t: Test, nodes: readonly [Database, Database]): void {
  const [database] = nodes
  const stores = nodes.map(createSqlGrants)
  const [grants] = stores as [(typeof stores)[0]]
  const audit = createSqlAudit(database)

  async function makeFamily(): Promise<{ userId: string; grantId: string; first: Uint8Array }> {
    const { id: userId } = await makeUser(database)
    const { id: grantId } = await approve(grants, approvalOf(userId, CLIENT), AT)
    const first = newHash()
    await grants.addRefreshToken(grantId, first, AT, after(AT, LIFE * 1000))
    return { userId, grantId, first }
  }

  function rotate(node: number, hash: Uint8Array, nextHash: Uint8Array, seconds: number): Promise<Rotation> {
    const at = after(AT, seconds * 1000)
    const nextExpiresAt = after(at, LIFE * 1000)
    // The hash stands for the encrypted token, so that a test sees whose successor an answer has.
    const next = { nextHash, nextSealed: nextHash, nextExpiresAt }
    const request = { hash, clientId: CLIENT, ...next, at, overlapMs: OVERLAP_MS, address: '192.0.2.1' }
    return stores[node % stores.length]!.rotate(request)
  }

  const eventsOf = async (userId: string): Promise<string[]> =>
    (await audit.list(userId, { limit: 100, before: null })).map(({ kind }) => kind)

  for (const [what, steps] of RACES) {
    t.test(what, async (t) => {
      const { first, grantId, userId } = await makeFamily()
      const tokens = new Map([['a', first]])
      for (const [n, [seconds, token, gives]] of steps.entries()) {
        const next = newHash()
        // Steps alternate between the nodes.
        const rotation = await rotate(n, tokens.get(token)!, next, seconds)
        const known = tokens.get(gives)
        const isNew = known === undefined && rotation.outcome === 'rotated'
        if (isNew) tokens.set(gives, next)
        const isAgain = rotation.outcome === 'repeated' && known !== undefined && isSame(rotation.sealed, known)
        t.equal(isNew || isAgain ? gives : rotation.outcome, gives, `${token} at ${seconds} s`)
      }
      const isOver = steps.some(([, , gives]) => gives === REUSED)
      t.equal((await grants.find(grantId)) === null, isOver)
      const reuses = (await eventsOf(userId)).filter((kind) => kind === 'grant.refresh_reused')
      t.equal(reuses.length, isOver ? 1 : 0, 'its owner reads of it once')
      for (const [name, hash] of tokens) {
        t.equal(
          (await grants.findByRefreshToken(hash)) === null,
          isOver,
          `${name} leads to the grant while that stands`,
        )
      }
    })
  }

  t.test('nine uses of one token at once, on two nodes, all give the same one, which goes on', async (t) => {
    for (let round = 0; round < 10; round++) {
      const { first } = await makeFamily()
      const nexts = Array.from({ length: 1 + REPLAYS }, newHash)
      const rotations = await Promise.all(nexts.map((next, n) => rotate(n, first, next, n / 10)))
      const maker = rotations.findIndex(({ outcome }) => outcome === 'rotated')
      const others = rotations.filter((_, n) => n !== maker)
      t.equal(others.length, REPLAYS)
      for (const other of others) t.ok(other.outcome === 'repeated' && isSame(other.sealed, nexts[maker]!))
      const [used, again] = await Promise.all([
        rotate(0, nexts[maker]!, newHash(), 600),
        rotate(1, nexts[maker]!, newHash(), 600),
      ])
      t.strictSame([used.outcome, again.outcome].toSorted(), ['repeated', 'rotated'])
      t.equal(
        (
          await rotate(
            1,
            nexts.find((_, n) => n !== maker)!,
            newHash(),
            601,
          )
        ).outcome,
        'unknown',
        'no other is stored',
      )
    }
  })

  t.test('of forty uses of one token at once nine give a pair, one ends the grant, and nothing is left', async (t) => {
    const { first, grantId, userId } = await makeFamily()
    const nexts = Array.from({ length: 40 }, newHash)
    const rotations = await Promise.all(nexts.map((next, n) => rotate(n, first, next, n / 10)))
    const count = (outcome: Rotation['outcome']): number => rotations.filter((each) => each.outcome === outcome).length
    const counts = [count('rotated'), count('repeated'), count('reused'), count('unknown')]
    t.strictSame(counts, [1, REPLAYS, 1, 40 - REPLAYS - 2])
    t.equal(await grants.find(grantId), null)
    for (const next of nexts) t.equal(await grants.findByRefreshToken(next), null)
    t.equal((await eventsOf(userId)).filter((kind) => kind === 'grant.refresh_reused').length, 1)
  })

  t.test(
    'a successor that a node of an older version has stored unsealed has one sibling, for all that come',
    async (t) => {
      const { first, grantId } = await makeFamily()
      const [b, c] = [newHash(), newHash()]
      t.equal((await rotate(0, first, b, 0)).outcome, 'rotated')
      await database.run((kysely) =>
        kysely.updateTable('refresh_tokens').set({ sealed: null }).where('grant_id', '=', grantId).execute(),
      )
      t.equal((await rotate(1, first, c, 1)).outcome, 'rotated')
      const again = await rotate(0, first, newHash(), 2)
      t.ok(again.outcome === 'repeated' && isSame(again.sealed, c))
      t.equal((await rotate(0, c, newHash(), 600)).outcome, 'rotated')
      t.equal((await rotate(1, b, newHash(), 600)).outcome, 'reused', 'the one that is used first goes on')
    },
  )

  t.test(
    'sealed successors go with the next rotation, with the grant, and by the upkeep after the overlap',
    async (t) => {
      const sealedOf = (grantId: string): Promise<{ hash: Buffer }[]> =>
        database.run((kysely) =>
          kysely
            .selectFrom('refresh_tokens')
            .select('hash')
            .where('grant_id', '=', grantId)
            .where('sealed', 'is not', null)
            .execute(),
        )
      const [moved, ended, idle] = [await makeFamily(), await makeFamily(), await makeFamily()]
      const [b, c] = [newHash(), newHash()]
      await rotate(0, moved.first, b, 0)
      await rotate(1, b, c, 1)
      t.strictSame(await sealedOf(moved.grantId), [{ hash: Buffer.from(c) }])
      await rotate(0, ended.first, newHash(), 0)
      await grants.revoke(ended.grantId, { reason: 'user', at: AT, address: null })
      t.strictSame(await sealedOf(ended.grantId), [])
      const next = newHash()
      await rotate(0, idle.first, next, 60)
      await grants.eraseSuccessors(after(AT, 60_000))
      t.strictSame(await sealedOf(moved.grantId), [])
      t.strictSame(await sealedOf(idle.grantId), [{ hash: Buffer.from(next) }])
      t.ok((await grants.eraseSuccessors(after(AT, 60_001))) >= 1)
      t.strictSame(await sealedOf(idle.grantId), [])
      t.equal((await rotate(0, next, newHash(), 600)).outcome, 'rotated', 'the token itself stays good')
    },
  )
}

function isSame(one: Uint8Array, other: Uint8Array): boolean {
  return Buffer.compare(one, other) === 0
}
