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
 * Races between uses of tokens. `a` is the first refresh token of a grant, and names of one letter are tokens. The grant
 * ends after `reused`, and otherwise stays valid.
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
    'a client whose answer was lost comes again, and goes on with what it gets',
    [
      [0, 'a', 'b'],
      [5, 'a', 'c'],
      [600, 'c', 'd'],
      [1200, 'd', 'e'],
    ],
  ],
  [
    'a client whose answers are lost again and again comes until one arrives',
    [
      [0, 'a', 'b'],
      [1, 'a', 'c'],
      [2, 'a', 'd'],
      [4, 'a', 'e'],
      [600, 'e', 'f'],
      [601, 'e', 'g'],
    ],
  ],
  [
    'an answer that was lost and turns up in other hands ends the grant when it is used',
    [
      [0, 'a', 'b'],
      [5, 'a', 'c'],
      [600, 'c', 'd'],
      [700, 'b', REUSED],
      [701, 'd', UNKNOWN],
    ],
  ],
  [
    'two tabs at once both get a pair, and the one that was stored last goes on for both',
    [
      [0, 'a', 'b'],
      [0, 'a', 'c'],
      [600, 'b', 'd'],
      [600, 'b', 'e'],
      [1200, 'e', 'f'],
    ],
  ],
  [
    'two tabs that each go on with a token of their own are two parties, and the second one ends the grant',
    [
      [0, 'a', 'b'],
      [0, 'a', 'c'],
      [600, 'b', 'd'],
      [600, 'c', REUSED],
    ],
  ],
  [
    'a replaced token is good until the end of the overlap, which counts from its first use',
    [
      [0, 'a', 'b'],
      [20, 'a', 'c'],
      [30, 'a', 'd'],
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
    'a sibling of the successor that is used is over, although nobody has used it before',
    [
      [0, 'a', 'b'],
      [1, 'a', 'c'],
      [2, 'b', 'd'],
      [3, 'c', REUSED],
      [4, 'd', UNKNOWN],
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
    [[0, 'a', 'b'], ...replays(REPLAYS), [600, 'b', 'c'], [1200, 'c', 'd']],
  ],
  ['the ninth replay ends the grant', [[0, 'a', 'b'], ...replays(REPLAYS), [9, 'a', REUSED], [10, 'b', UNKNOWN]]],
  [
    'each token has replays of its own',
    [[0, 'a', 'b'], ...replays(REPLAYS), [600, 'b', 'c'], ...replays(REPLAYS, 'b', 601), [609, 'b', REUSED]],
  ],
  [
    'a second node whose clock is five seconds behind accepts the token',
    [
      [5, 'a', 'b'],
      [0, 'a', 'c'],
      [600, 'c', 'd'],
    ],
  ],
  [
    'a clock that is put back by an hour takes no answer from a client that comes again',
    [
      [2 * HOUR, 'a', 'b'],
      [HOUR, 'a', 'c'],
      [HOUR + 30, 'a', 'd'],
      [HOUR + 600, 'd', 'e'],
    ],
  ],
  [
    'a clock that is put back makes the overlap no longer than it was',
    [
      [2 * HOUR, 'a', 'b'],
      [HOUR, 'a', 'c'],
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

function replays(count: number, token = 'a', from = 1): readonly Step[] {
  return Array.from({ length: count }, (_, n) => [from + n, token, `${token}${n}`])
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
    const request = { hash, clientId: CLIENT, nextHash, at, overlapMs: OVERLAP_MS, nextExpiresAt, address: '192.0.2.1' }
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
        const { outcome } = await rotate(n, tokens.get(token)!, next, seconds)
        t.equal(outcome === 'rotated' ? gives : outcome, gives, `${token} at ${seconds} s`)
        if (outcome === 'rotated') tokens.set(gives, next)
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

  t.test('nine uses of one token at once, on two nodes, all give a pair, and one of those goes on', async (t) => {
    const { first, grantId } = await makeFamily()
    const nexts = Array.from({ length: 1 + REPLAYS }, newHash)
    const rotations = await Promise.all(nexts.map((next, n) => rotate(n, first, next, n / 10)))
    t.strictSame(new Set(rotations.map(({ outcome }) => outcome)), new Set(['rotated']))
    t.equal((await rotate(0, nexts[4]!, newHash(), 600)).outcome, 'rotated')
    t.equal((await rotate(1, nexts[5]!, newHash(), 601)).outcome, 'reused')
    t.equal(await grants.find(grantId), null)
  })

  t.test('of forty uses of one token at once nine give a pair, one ends the grant, and nothing is left', async (t) => {
    const { first, grantId, userId } = await makeFamily()
    const nexts = Array.from({ length: 40 }, newHash)
    const rotations = await Promise.all(nexts.map((next, n) => rotate(n, first, next, n / 10)))
    const count = (outcome: Rotation['outcome']): number => rotations.filter((each) => each.outcome === outcome).length
    t.strictSame([count('rotated'), count('reused'), count('unknown')], [1 + REPLAYS, 1, 40 - REPLAYS - 2])
    t.equal(await grants.find(grantId), null)
    for (const next of nexts) t.equal(await grants.findByRefreshToken(next), null)
    t.equal((await eventsOf(userId)).filter((kind) => kind === 'grant.refresh_reused').length, 1)
  })

  t.test('of two branches that go on at once, on two nodes, neither does', async (t) => {
    for (let round = 0; round < 10; round++) {
      const { first, grantId } = await makeFamily()
      const [b, c] = [newHash(), newHash()]
      await rotate(0, first, b, 0)
      await rotate(1, first, c, 1)
      const both = await Promise.all([rotate(0, b, newHash(), 600), rotate(1, c, newHash(), 600)])
      t.strictSame(both.map(({ outcome }) => outcome).toSorted(), ['reused', 'rotated'])
      t.equal(await grants.find(grantId), null, 'what the first one got is over too')
    }
  })
}
