import { randomUUID } from 'node:crypto'
import type { Test } from 'tap'
import type { Database } from '../../src/store/postgres/database.ts'
import { createSqlIconsKey } from '../../src/store/postgres/sql-icons-key.ts'
import { generateSigningKey } from '../../src/tokens/signing-key.ts'
import { createSqlAccountKeys } from '../../src/store/postgres/sql-keys.ts'
import { createSqlSecrets } from '../../src/store/postgres/sql-secrets.ts'
import { AT, after } from './stores.ts'

/** Contract of `AccountKeyStore` and `SecretStore`, in a database with tables and without keys. */
export function keysContract(t: Test, database: Database): void {
  t.test('keys are listed in the order in which they sign, and dropped by name', async (t) => {
    const keys = createSqlAccountKeys(database, () => AT.getTime())
    t.strictSame(await keys.list(), [])
    const privateJwk = { kty: 'EC', crv: 'P-256', x: 'x', y: 'y', d: 'd' }
    await keys.add({ kid: 'a', privateJwk, activeFrom: after(AT, 2000) })
    await keys.add({ kid: 'b', privateJwk, activeFrom: after(AT, 1000) })
    const stored = (kid: string, ms: number) => ({ kid, privateJwk, createdAt: AT, activeFrom: after(AT, ms) })
    t.strictSame(await keys.list(), [stored('b', 1000), stored('a', 2000)])
    await t.rejects(keys.add({ kid: 'a', privateJwk, activeFrom: AT }), { code: '23505' })
    t.equal(await keys.drop(['b', 'none']), 1)
    t.equal(await keys.drop([]), 0)
    t.strictSame(await keys.list(), [stored('a', 2000)])
    await keys.drop(['a'])
  })

  t.test(
    'nodes that start together agree on one key of the icons host, and read the one that replaces it',
    async (t) => {
      const nodes = Array.from({ length: 6 }, () => createSqlIconsKey(database))
      t.equal(await nodes[0]!.find(), null)
      const read = async (): Promise<Set<string>> =>
        new Set((await Promise.all(nodes.map((node) => node.read()))).map(({ key }) => key.kid))
      const first = await read()
      t.equal(first.size, 1)
      const next = await generateSigningKey()
      await nodes[0]!.replace(next)
      t.strictSame(await read(), new Set([next.kid]))
      t.strictSame(await nodes[1]!.find(), next)
    },
  )

  t.test('a secret is the same for all who ask, whoever was first', async (t) => {
    const name = randomUUID()
    const stores = Array.from({ length: 6 }, () => createSqlSecrets(database))
    const values = await Promise.all(stores.map((store) => store.secret(name)))
    t.equal(values[0]?.length, 32)
    t.equal(new Set(values.map((value) => value.toString('hex'))).size, 1)
    t.notSame(await createSqlSecrets(database).secret(`${name} of another kind`), values[0])
  })
}
