import type { Test } from 'tap'
import type { AccountContent, ContentChange } from '../../../../src/account/content/account-content.ts'
import type { IconDocuments } from '../../../../src/account/icon-documents.ts'
import type { Principal } from '../../../../src/account/principal.ts'
import type { User } from '../../../../src/account/users/user-store.ts'
import type { DocumentAddresses } from '../../../../src/account/content/document-addresses.ts'
import { createOpenDocumentLink } from '../../../../src/hosts/account/tools/document-links.ts'
import { createSqlDocumentAddresses } from '../../../../src/store/postgres/content/sql-document-addresses.ts'
import { accountTools } from '../../../../src/hosts/account/tools/account-tools.ts'
import type { Tool } from '../../../../src/mcp/features/tool.ts'
import type { Database } from '../../../../src/store/postgres/database.ts'
import { createSqlContent } from '../../../../src/store/postgres/content/sql-content.ts'
import { addAccount } from '../../../contract/account-content-fixture.ts'
import { postgresDatabase } from '../../../contract/account-content-databases.ts'
import { call, type Called } from '../../../mcp/tool-kit/call.ts'

export interface TestAccounts {
  readonly content: AccountContent
  readonly addresses: DocumentAddresses
  readonly tools: readonly Tool[]
  /** What has been told of changes, in order. */
  readonly changes: ContentChange[]
  /** A person with an empty account, through a client. */
  readonly newAccount: () => Promise<Principal>
}

export const ACCOUNT_URL = 'http://localhost:4001'

/** The tools over the content as it ships. @param options.database Default: on a PostgreSQL of its own. */
export async function startAccounts(
  t: Test,
  options: { readonly icons?: IconDocuments; readonly database?: Database } = {},
): Promise<TestAccounts> {
  const database = options.database ?? (await postgresDatabase(t))
  const icons = options.icons ?? null
  const { kysely } = database
  const changes: ContentChange[] = []
  const content = createSqlContent(database, { changed: (change) => void changes.push(change) })
  const users = {
    async find(id: string): Promise<User | null> {
      const row = await kysely.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst()
      return row === undefined
        ? null
        : {
            id,
            email: row.email,
            passwordHash: '',
            locale: null,
            createdAt: row.created_at,
            sessionsValidFrom: row.sessions_valid_from,
          }
    },
  }
  const addresses = createSqlDocumentAddresses(database)
  const openLink = createOpenDocumentLink(addresses, ACCOUNT_URL)
  return {
    content,
    addresses,
    tools: accountTools({ content, users, icons, accountUrl: ACCOUNT_URL, openLink }),
    changes,
    newAccount: () => addAccount(database),
  }
}

export type Json = Readonly<Record<string, unknown>>

/** Calls tools for one person; throws where a result is not as its schema says. */
export function callerOf(tools: readonly Tool[], principal: Principal) {
  const run = async (name: string, args: Json = {}): Promise<Called> => {
    const called = await call(tools, name, args, { subject: principal.grantId, principal })
    if (called.faults.length > 0) throw new Error(`${name}: ${called.faults.join('; ')}`)
    return called
  }
  /** The structured result of a call that must succeed. */
  const get = async (name: string, args: Json = {}): Promise<Json> => {
    const { isError, structured, text } = await run(name, args)
    if (isError || structured === undefined) throw new Error(`${name} failed: ${text}`)
    return structured
  }
  /** What a call that must fail says. */
  const fail = async (name: string, args: Json = {}): Promise<string> => {
    const { isError, text } = await run(name, args)
    if (!isError) throw new Error(`${name} did not fail: ${text}`)
    return text
  }
  return { run, get, fail }
}

export type TestCaller = ReturnType<typeof callerOf>

/** A workspace with a project with an animation. */
export async function fill({ get }: Pick<TestCaller, 'get'>, document: Json) {
  const { id: workspace } = await get('create_workspace', { name: 'Web shop' })
  const { id: project } = await get('create_project', { workspace_id: workspace, name: 'Checkout' })
  const { id: animation } = await get('create_animation', { project_id: project, name: 'Spinner', document })
  return { workspace: String(workspace), project: String(project), animation: String(animation) }
}
