import { sql, type QueryExecutorProvider } from 'kysely'

/** Type of ids. They sort by their bytes in every database locale, and so by time. */
const ID = 'text collate "C"'

const STATEMENTS = [
  `create table users (
    id ${ID} primary key,
    email text not null,
    email_key text not null unique,
    password_hash text not null,
    locale text,
    created_at timestamptz not null,
    sessions_valid_from timestamptz not null
  )`,
  `create table clients (
    id ${ID} primary key,
    name text,
    uri text,
    redirect_uris jsonb not null,
    created_at timestamptz not null,
    last_used_at timestamptz not null
  )`,
  `create index clients_last_used on clients (last_used_at)`,
  `create table client_documents (
    url text primary key,
    name text,
    uri text,
    redirect_uris jsonb not null,
    expires_at timestamptz not null
  )`,
  `create table grants (
    id ${ID} primary key,
    user_id ${ID} not null,
    client_id ${ID} not null,
    client_name text,
    scope text not null,
    created_at timestamptz not null,
    last_used_at timestamptz not null,
    revoked_at timestamptz,
    revoked_reason text
  )`,
  `create unique index grants_standing on grants (user_id, client_id) where revoked_at is null`,
  `create index grants_client on grants (client_id) where revoked_at is null`,
  `create index grants_revoked on grants (revoked_at) where revoked_at is not null`,
  `create table grant_redirects (
    grant_id ${ID} not null references grants on delete cascade,
    redirect_uri text not null,
    primary key (grant_id, redirect_uri)
  )`,
  `create table refresh_tokens (
    hash bytea primary key,
    grant_id ${ID} not null references grants on delete cascade,
    created_at timestamptz not null,
    expires_at timestamptz not null,
    used_at timestamptz
  )`,
  `create index refresh_tokens_grant on refresh_tokens (grant_id)`,
  `create index refresh_tokens_expiry on refresh_tokens (expires_at)`,
  `create table audit_events (
    id ${ID} primary key,
    user_id ${ID} not null references users on delete cascade,
    at timestamptz not null,
    kind text not null,
    client_id ${ID},
    grant_id ${ID},
    object_id ${ID},
    address text,
    detail jsonb not null
  )`,
  `create index audit_events_user on audit_events (user_id, id desc)`,
  `create index audit_events_at on audit_events (at)`,
  `create table signing_keys (
    kid text primary key,
    private_jwk jsonb not null,
    created_at timestamptz not null,
    active_from timestamptz not null
  )`,
  `create table secrets (
    name text primary key,
    value bytea not null
  )`,
  `create table workspaces (
    id ${ID} primary key,
    user_id ${ID} not null references users on delete cascade,
    name text not null,
    description text not null,
    version integer not null default 1,
    created_at timestamptz not null,
    updated_at timestamptz not null
  )`,
  `create index workspaces_user on workspaces (user_id, id)`,
  `create table projects (
    id ${ID} primary key,
    workspace_id ${ID} not null references workspaces on delete cascade,
    user_id ${ID} not null references users on delete cascade,
    name text not null,
    description text not null,
    version integer not null default 1,
    created_at timestamptz not null,
    updated_at timestamptz not null
  )`,
  `create index projects_workspace on projects (workspace_id, id)`,
  `create index projects_user on projects (user_id, id)`,
  `create table animations (
    id ${ID} primary key,
    project_id ${ID} not null references projects on delete cascade,
    user_id ${ID} not null references users on delete cascade,
    name text not null,
    description text not null,
    version integer not null default 1,
    sha256 text not null,
    size_bytes integer not null,
    width double precision not null,
    height double precision not null,
    frame_rate double precision not null,
    duration_ms double precision not null,
    created_at timestamptz not null,
    updated_at timestamptz not null
  )`,
  `create index animations_project on animations (project_id, id)`,
  `create index animations_user on animations (user_id, id)`,
  `create table animation_documents (
    animation_id ${ID} primary key references animations on delete cascade,
    document text not null
  )`,
]

/** Creates all tables of the account host. */
export async function up(transaction: QueryExecutorProvider): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(transaction)
}
