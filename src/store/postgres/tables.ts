import type { NewAuditEvent } from '../../account/audit/audit-event.ts'
import type { DocumentUse } from '../../account/content/document-addresses.ts'
import type { ColumnType, Generated, JSONColumnType } from 'kysely'
import type { AuthenticationMethod, ClientAuthentication } from '../../oauth/client/client-store.ts'

/** Time that is set once, and read as a Date. */
type Created = ColumnType<Date, Date, never>

/** All tables, as `migrations/` creates them. Times are `timestamptz`; ids are text with a prefix (`object-id.ts`). */
export interface Tables {
  readonly users: UsersTable
  readonly clients: ClientsTable
  readonly client_documents: ClientDocumentsTable
  readonly grants: GrantsTable
  readonly consents: ConsentsTable
  readonly refresh_tokens: RefreshTokensTable
  readonly audit_events: AuditEventsTable
  readonly signing_keys: SigningKeysTable
  readonly secrets: SecretsTable
  readonly search_counts: SearchCountsTable
  readonly workspaces: WorkspacesTable
  readonly projects: ProjectsTable
  readonly animations: AnimationsTable
  readonly animation_documents: AnimationDocumentsTable
  readonly document_addresses: DocumentAddressesTable
}

interface UsersTable {
  id: string
  email: string
  /** Unique form that all spellings of one address share. */
  email_key: string
  password_hash: string
  locale: string | null
  created_at: Created
  sessions_valid_from: Date
}

/** Registered clients (RFC 7591). */
interface ClientsTable {
  id: string
  name: string | null
  uri: string | null
  redirect_uris: JSONColumnType<string[]>
  created_at: Created
  last_used_at: Date
}

/** Client ID metadata documents after their check. */
interface ClientDocumentsTable {
  url: string
  name: string | null
  uri: string | null
  redirect_uris: JSONColumnType<string[]>
  /** Whether and how the client authenticates itself; null: an older version of this program wrote the row. */
  authentication: ColumnType<ClientAuthentication | null, string, string>
  expires_at: Date
}

/** Grants, one for each authorization. Ended ones stay as long as the activity of their user names them. */
interface GrantsTable {
  id: string
  user_id: string
  client_id: string
  client_name: string | null
  scope: string
  /** Browser, system and network that approved the grant, as far as known. */
  browser: string | null
  system: string | null
  network: string | null
  sign_in: string | null
  created_at: Created
  first_used_at: Date | null
  last_used_at: Date | null
  revoked_at: Date | null
  revoked_reason: string | null
  /** Number of replacements of its refresh token; tokens of that `rotation` are the newest. */
  rotations: Generated<number>
  /** The token that was replaced last, the time of its first replacement, and how often it was accepted again. */
  replaced_hash: Buffer | null
  replaced_at: Date | null
  replays: Generated<number>
  /** How the client was authenticated when it received the first token. */
  authentication: Generated<AuthenticationMethod>
}

/** Consents that a client need not ask for again while one of its grants is active. */
interface ConsentsTable {
  user_id: string
  client_id: string
  redirect_uri: string
  scope: string
}

interface RefreshTokensTable {
  /** SHA-256 of the token. */
  hash: Buffer
  grant_id: string
  /** Number of the replacement that issued it; 0 for the first token of a grant. */
  rotation: number
  created_at: Created
  expires_at: Date
  /** The token itself for its first half minute, encrypted under a key of the token that it replaced. */
  sealed: Buffer | null
}

interface AuditEventsTable {
  id: string
  user_id: string
  at: Created
  kind: string
  client_id: string | null
  grant_id: string | null
  object_id: string | null
  address: string | null
  detail: JSONColumnType<NewAuditEvent['detail']>
}

/** Keys that sign access tokens. The active key is the last one whose `active_from` has passed. */
interface SigningKeysTable {
  kid: string
  /** Key in the form of RFC 7517, with its private part. */
  private_jwk: JSONColumnType<Record<string, unknown>>
  created_at: Created
  active_from: Date
}

/** Random bytes that all nodes share, created at the first start. */
interface SecretsTable {
  name: string
  value: Buffer
}

/** What readers search, by the day and process. */
interface SearchCountsTable {
  day: string
  process: string
  counted: string
  size_bytes: number
  record: JSONColumnType<Record<string, unknown>>
}

interface WorkspacesTable {
  id: string
  user_id: string
  name: string
  description: string
  version: Generated<number>
  created_at: Created
  updated_at: Date
}

interface ProjectsTable extends WorkspacesTable {
  workspace_id: string
}

interface AnimationsTable extends WorkspacesTable {
  project_id: string
  sha256: string
  size_bytes: number
  width: number
  height: number
  frame_rate: number
  duration_ms: number
}

/** Documents, apart from `animations`, so that lists never touch the large texts. */
interface AnimationDocumentsTable {
  animation_id: string
  document: string
}

interface DocumentAddressesTable {
  /** SHA-256 of the token in the address. */
  hash: Buffer
  grant_id: string
  use: JSONColumnType<DocumentUse>
  expires_at: Date
}
