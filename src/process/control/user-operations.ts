import { z } from 'zod'
import { newUser } from '../../account/users/accounts.ts'
import { parseEmail, type Email } from '../../account/users/email.ts'
import { createSqlUsers } from '../../store/postgres/sql-users.ts'
import type { Operation } from './operation.ts'

const passwordHash = z.string().startsWith('$argon2id$').max(512)
const counts = z.object({
  workspaces: z.int(),
  projects: z.int(),
  animations: z.int(),
  grants: z.int(),
})
const foundUser = z.object({ id: z.string(), email: z.string(), createdAt: z.iso.datetime(), counts })

export type FoundUser = z.infer<typeof foundUser>

/** Makes an account. Null if the address has one. */
export const addUser: Operation<{ email: string; passwordHash: string }, { id: string } | null> = {
  name: 'user-add',
  input: z.strictObject({ email: z.string(), passwordHash }),
  output: z.object({ id: z.string() }).nullable(),
  async run({ database }, { email: text, passwordHash: hash }) {
    const email = toEmail(text)
    const { event, user } = newUser({ email, passwordHash: hash, locale: null, nowMs: Date.now() }, null)
    const made = await createSqlUsers(database).create(user, email.key, event)
    return made === 'taken' ? null : { id: user.id }
  },
}

export const findUser: Operation<{ email: string }, FoundUser | null> = {
  name: 'user-find',
  input: z.strictObject({ email: z.string() }),
  output: foundUser.nullable(),
  async run({ database }, given) {
    const users = createSqlUsers(database)
    const user = await users.findByEmail(toEmail(given.email).key)
    if (user === null) return null
    const { createdAt, email, id } = user
    return { id, email, createdAt: createdAt.toISOString(), counts: await users.countOwned(id) }
  },
}

/** Sets a password, and ends sign-ins and grants, whose number it tells. Null if there is no such user any more. */
export const setPassword: Operation<{ id: string; passwordHash: string }, { grants: number } | null> = {
  name: 'user-password',
  input: z.strictObject({ id: z.string(), passwordHash }),
  output: z.object({ grants: z.int() }).nullable(),
  async run({ database }, { id, passwordHash: hash }) {
    const nothing = { clientId: null, grantId: null, objectId: null, address: null }
    const event = { ...nothing, userId: id, kind: 'account.password_changed', detail: { by: 'operator' } } as const
    const ended = await createSqlUsers(database).resetPassword(id, hash, new Date(), event)
    return ended === null ? null : { grants: ended.length }
  },
}

/** Deletes a user. Resolves to whether there was one. */
export const deleteUser: Operation<{ id: string }, boolean> = {
  name: 'user-delete',
  input: z.strictObject({ id: z.string() }),
  output: z.boolean(),
  async run({ database }, { id }) {
    const users = createSqlUsers(database)
    if ((await users.find(id)) === null) return false
    await users.delete(id, () => new Date())
    return true
  },
}

function toEmail(text: string): Email {
  const email = parseEmail(text)
  if (email === null) throw new Error('This is not an e-mail address.')
  return email
}
