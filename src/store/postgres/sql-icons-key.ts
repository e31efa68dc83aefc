import type { KeySource } from '../../tokens/key-source.ts'
import { generateSigningKey, parseSigningKey, type SigningKey } from '../../tokens/signing-key.ts'
import type { Database } from './database.ts'

const NAME = 'icons-key'

/** The signing key of the icons host in the database, among the secrets of all nodes. */
export interface SqlIconsKey extends KeySource {
  /** Reads the key; null if no node has made one yet. */
  find(): Promise<SigningKey | null>
  /** Puts a key in the place of the one before. */
  replace(key: SigningKey): Promise<void>
}

export function createSqlIconsKey(database: Pick<Database, 'run'>): SqlIconsKey {
  let last: { readonly text: string; readonly key: SigningKey } | null = null

  async function find(): Promise<SigningKey | null> {
    const row = await database.run((kysely) =>
      kysely.selectFrom('secrets').select('value').where('name', '=', NAME).executeTakeFirst(),
    )
    if (row === undefined) return null
    const text = row.value.toString()
    if (last?.text !== text) last = { text, key: await parseSigningKey(text) }
    return last.key
  }

  /** Writes a key. Where there is one already, it stays unless it is to be replaced. */
  const write = ({ privateJwk }: SigningKey, replaces: boolean): Promise<unknown> =>
    database.run((kysely) => {
      const value = Buffer.from(JSON.stringify(privateJwk))
      return kysely
        .insertInto('secrets')
        .values({ name: NAME, value })
        .onConflict((conflict) => (replaces ? conflict.column('name').doUpdateSet({ value }) : conflict.doNothing()))
        .execute()
    })

  return {
    place: 'in the database',
    isShared: true,
    find,
    async read() {
      let key = await find()
      while (key === null) {
        // Of nodes that start together one wins, and all read its key.
        await write(await generateSigningKey(), false)
        key = await find()
      }
      return { key, kept: true, warning: null }
    },
    replace: async (key) => void (await write(key, true)),
  }
}
