import { hash } from '@node-rs/argon2'
import { ARGON2_OPTIONS } from '../src/account/users/password-hasher.ts'
import { sql } from 'kysely'
import { newObjectId } from '../src/shared/object-id.ts'
import type { Database } from '../src/store/postgres/database.ts'
import { migrate } from '../src/store/postgres/migrate.ts'
import { createSqlAccountKeys } from '../src/store/postgres/sql-keys.ts'
import { sign } from '../src/tokens/jws.ts'
import type { SigningKey } from '../src/tokens/signing-key.ts'
import { ACCOUNT_ACCESS_LIFETIME_SECONDS, ACCOUNT_SCOPE } from '../src/oauth/token/access-tokens.ts'

export const ISSUER = 'http://account.example'
export const PASSWORD = 'a bench to sit on in autumn'
/** Redirect URI that an earlier approval can cover: it uses https, and its address is not a loopback address. */
export const REDIRECT_URI = 'https://app.example/callback'
const SIGN_AT_ONCE = 250
const ROWS_AT_ONCE = 500
/** Number of further projects of each person. */
const OTHER_PROJECTS = 9
/** Number of animations in each project. */
const ANIMATIONS = 2

/** Person with an account, a project in it, and an application that may use the account. */
export interface Person {
  readonly userId: string
  readonly email: string
  readonly grantId: string
  readonly workspaceId: string
  readonly projectId: string
}

export interface People {
  readonly clientId: string
  readonly all: readonly Person[]
}

export function inventPeople(count: number): People {
  const nowMs = Date.now()
  const all = Array.from({ length: count }, (_, number) => ({
    userId: newObjectId('usr', nowMs),
    email: `person-${number}@example.org`,
    grantId: newObjectId('grt', nowMs),
    workspaceId: newObjectId('ws', nowMs),
    projectId: newObjectId('prj', nowMs),
  }))
  return { clientId: newObjectId('cli', nowMs), all }
}

/** Creates the tables, the people and the signing key. */
export async function storePeople(database: Database, { all, clientId }: People, key: SigningKey): Promise<void> {
  await migrate(database)
  const { kid, privateJwk } = key
  await createSqlAccountKeys(database).add({ kid, privateJwk, activeFrom: new Date(0) })
  const at = new Date()
  const passwordHash = await hash(PASSWORD, ARGON2_OPTIONS)
  const { kysely } = database
  await kysely
    .insertInto('clients')
    .values({
      id: clientId,
      name: 'Bench',
      uri: null,
      redirect_uris: JSON.stringify([REDIRECT_URI]),
      created_at: at,
      last_used_at: at,
    })
    .execute()
  for (let from = 0; from < all.length; from += ROWS_AT_ONCE) {
    const some = all.slice(from, from + ROWS_AT_ONCE)
    const users = some.map(({ email, userId: id }) => ({
      id,
      email,
      email_key: email,
      password_hash: passwordHash,
      locale: null,
      created_at: at,
      sessions_valid_from: new Date(0),
    }))
    const grants = some.map(({ grantId: id, userId }) => ({
      id,
      user_id: userId,
      client_id: clientId,
      client_name: 'Bench',
      scope: ACCOUNT_SCOPE,
      created_at: at,
    }))
    const consents = some.map(({ userId }) => ({
      user_id: userId,
      client_id: clientId,
      redirect_uri: REDIRECT_URI,
      scope: ACCOUNT_SCOPE,
    }))
    const texts = { description: 'Icons of the weather, as the app shows them.', created_at: at, updated_at: at }
    const workspaces = some.map(({ userId, workspaceId: id }) => ({ id, user_id: userId, name: 'Weather', ...texts }))
    const projects = some.map(({ projectId: id, userId, workspaceId }) => ({
      id,
      user_id: userId,
      workspace_id: workspaceId,
      name: 'Rain and snow',
      ...texts,
    }))
    await kysely.insertInto('users').values(users).execute()
    await kysely.insertInto('grants').values(grants).execute()
    await kysely.insertInto('consents').values(consents).execute()
    await kysely.insertInto('workspaces').values(workspaces).execute()
    await kysely.insertInto('projects').values(projects).execute()
  }
  // More projects and their animations make the tables large, because PostgreSQL reads small tables sequentially.
  await sql`
    insert into projects (id, workspace_id, user_id, name, description, created_at, updated_at)
    select id || n, workspace_id, user_id, name || n, description, created_at, updated_at
    from projects, generate_series(1, ${OTHER_PROJECTS}::int) as n`.execute(kysely)
  await sql`
    insert into animations (id, project_id, user_id, name, description, sha256, size_bytes, width, height, frame_rate,
      duration_ms, created_at, updated_at)
    select id || n, id, user_id, name, description, '', 1000, 100, 100, 30, 1000, created_at, updated_at
    from projects, generate_series(1, ${ANIMATIONS}::int) as n`.execute(kysely)
  await sql`analyze`.execute(kysely)
}

/** @returns an access token for each person, in their order, as the service issues them. They expire after ten minutes. */
export async function signTokens({ all, clientId }: People, key: SigningKey): Promise<string[]> {
  const iat = Math.floor(Date.now() / 1000)
  const tokens: string[] = []
  for (let from = 0; from < all.length; from += SIGN_AT_ONCE) {
    const jobs = all.slice(from, from + SIGN_AT_ONCE).map(({ grantId, userId }, position) => ({
      key: key.privateJwk,
      kind: 'access' as const,
      claims: {
        iss: ISSUER,
        sub: userId,
        aud: `${ISSUER}/mcp`,
        client_id: clientId,
        scope: ACCOUNT_SCOPE,
        grant_id: grantId,
        jti: `bench-${iat}-${from + position}`,
        iat,
        exp: iat + ACCOUNT_ACCESS_LIFETIME_SECONDS,
      },
    }))
    tokens.push(...(await Promise.all(jobs.map(sign))).map(({ token }) => token))
  }
  return tokens
}
