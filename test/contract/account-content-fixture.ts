import type {
  AccountContent,
  Animation,
  Fault,
  Page,
  Project,
  ContentResult,
  Workspace,
} from '../../src/account/content/account-content.ts'
import type { ContentLimits } from '../../src/account/content/limits.ts'
import type { Principal } from '../../src/account/principal.ts'
import { newObjectId } from '../../src/shared/object-id.ts'
import type { Database } from '../../src/store/postgres/database.ts'
import { lottieText } from '../account/content/lottie-sample.ts'

const CLIENT = 'https://client.example/metadata.json'

/** Adds a grant of an account. @returns its id */
export async function addGrant({ kysely }: Database, userId: string): Promise<string> {
  const id = newObjectId('grt', Date.now())
  const grant = { id, user_id: userId, client_id: CLIENT, client_name: null, scope: 'mcp:full', created_at: new Date() }
  await kysely.insertInto('grants').values(grant).execute()
  return id
}

/** Adds an account with a grant. @returns the principal of a client that acts for it */
export async function addAccount(database: Database): Promise<Principal> {
  const id = newObjectId('usr', Date.now())
  const at = new Date()
  await database.kysely
    .insertInto('users')
    .values({
      id,
      email: `${id}@example.org`,
      email_key: `${id}@example.org`,
      password_hash: '',
      locale: null,
      created_at: at,
      sessions_valid_from: at,
    })
    .execute()
  return { userId: id, grantId: await addGrant(database, id), clientId: CLIENT }
}

export function valueOf<T>(result: ContentResult<T>): T {
  if (!result.ok) throw new Error(`${result.code}: ${result.detail}`)
  return result.value
}

export function faultOf(result: ContentResult<unknown>): Fault {
  if (result.ok) throw new Error(`no fault: ${JSON.stringify(result.value)}`)
  return result
}

export const ALL = { limit: 100, cursor: null } as const
export const LIMITS: ContentLimits = {
  workspacesPerAccount: 3,
  projectsPerWorkspace: 3,
  animationsPerProject: 3,
  animationsPerAccount: 4,
  documentBytesPerAccount: 100_000,
}

/** Adds a workspace with a project with an animation. */
export async function addTree(
  content: AccountContent,
  who: Principal,
  name = 'One',
): Promise<{ readonly workspace: Workspace; readonly project: Project; readonly animation: Animation }> {
  const workspace = valueOf(await content.createWorkspace(who, { name, description: '' }))
  const project = valueOf(await content.createProject(who, { workspaceId: workspace.id, name, description: '' }))
  const document = lottieText()
  const animation = valueOf(
    await content.createAnimation(who, { projectId: project.id, name, description: '', document }),
  )
  return { workspace, project, animation }
}

/** Reads all items of a list, a few at a time. */
export async function allPages<T>(list: (cursor: string | null) => Promise<ContentResult<Page<T>>>): Promise<T[]> {
  const all: T[] = []
  for (let cursor: string | null = null; ;) {
    const page: Page<T> = valueOf(await list(cursor))
    all.push(...page.items)
    if (page.nextCursor === null) return all
    cursor = page.nextCursor
  }
}

/** @returns the events in the audit log of an account, oldest first */
export function auditOf({ kysely }: Database, { userId }: Principal) {
  return kysely.selectFrom('audit_events').selectAll().where('user_id', '=', userId).orderBy('id').execute()
}
