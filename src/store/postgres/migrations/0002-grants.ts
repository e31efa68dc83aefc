import { sql, type QueryExecutorProvider } from 'kysely'
import { newObjectId } from '../../../shared/object-id.ts'

const COLUMNS = [
  `drop index grants_standing`,
  `create index grants_standing on grants (user_id, client_id) where revoked_at is null`,
  `alter table grants
    add column browser text,
    add column system text,
    add column network text,
    add column sign_in text,
    add column first_used_at timestamptz,
    alter column last_used_at drop not null,
    add column rotations integer not null default 0,
    add column replaced_hash bytea,
    add column replaced_at timestamptz,
    add column replays integer not null default 0`,
  `alter table refresh_tokens add column rotation integer not null default 0`,
]

/** Clears the last use of grants that were never used: it was set to the time of approval. */
const USES = `update grants set last_used_at = null where last_used_at = created_at`

const CONSENTS = [
  `create table consents (
    user_id text collate "C" not null references users on delete cascade,
    client_id text collate "C" not null,
    redirect_uri text not null,
    scope text not null,
    primary key (user_id, client_id, redirect_uri, scope)
  )`,
  `insert into consents (user_id, client_id, redirect_uri, scope)
    select user_id, client_id, redirect_uri, scope
    from grant_redirects join grants on grants.id = grant_id join users on users.id = user_id
    where revoked_at is null`,
  `drop table grant_redirects`,
]

/** Numbers rotations: replaced tokens come before current ones. The token that was replaced last keeps its overlap. */
const ROTATIONS = [
  `update refresh_tokens set rotation = 1 where used_at is null`,
  `update grants set rotations = 1 where exists (select from refresh_tokens where grant_id = grants.id)`,
  `update grants set replaced_hash = latest.hash, replaced_at = latest.used_at
    from (
      select distinct on (grant_id) grant_id, hash, used_at from refresh_tokens
      where used_at is not null order by grant_id, used_at desc
    ) as latest
    where grants.id = latest.grant_id`,
]

/**
 * Concurrent tokens of one grant belong to several installations, or to lost answers. Each but the newest gets its own
 * grant, so that all continue to work and people see them. The others expire.
 */
const BESIDE_OTHERS = `
  select encode(hash, 'hex') as hash, created_at from (
    select hash, refresh_tokens.created_at,
      row_number() over (partition by grant_id order by refresh_tokens.created_at desc, hash) as place
    from refresh_tokens join grants on grants.id = grant_id
    where used_at is null and expires_at > now() and revoked_at is null
  ) as living
  where place > 1`

/** Gives each authorization one grant with one line of refresh tokens, and the details that its owner sees. */
export async function up(transaction: QueryExecutorProvider): Promise<void> {
  const run = async (statements: readonly string[]): Promise<void> => {
    for (const statement of statements) await sql.raw(statement).execute(transaction)
  }
  await run([...COLUMNS, USES, ...CONSENTS, ...ROTATIONS])
  const { rows } = await sql.raw<{ hash: string; created_at: Date }>(BESIDE_OTHERS).execute(transaction)
  const ids = rows.map(({ created_at }) => newObjectId('grt', created_at.getTime()))
  const moved = sql`
    (select id, decode(hash, 'hex') as hash
    from unnest(${ids}::text[], ${rows.map(({ hash }) => hash)}::text[]) as pair (id, hash)) as moved`
  await sql`
    insert into grants (id, user_id, client_id, client_name, scope, created_at, last_used_at, rotations)
    select moved.id, user_id, client_id, client_name, scope, grants.created_at, last_used_at, 1
    from ${moved} join refresh_tokens on refresh_tokens.hash = moved.hash
      join grants on grants.id = refresh_tokens.grant_id`.execute(transaction)
  await sql`update refresh_tokens set grant_id = moved.id from ${moved} where refresh_tokens.hash = moved.hash`.execute(
    transaction,
  )
  await run([`alter table refresh_tokens drop column used_at`])
}
