import { setTimeout as sleep } from 'node:timers/promises'
import { createAccountStore } from '../../src/hosts/account/account-store.ts'
import type { Principal } from '../../src/account/principal.ts'
import { loadConfig } from '../../src/config/config.ts'
import { createMemoryLimiter } from '../../src/limits/memory-limiter.ts'
import { createAccountGate } from '../../src/oauth/account-gate.ts'
import { createGrantUses } from '../../src/oauth/grant/uses.ts'
import { ACCOUNT_ACCESS_LIFETIME_SECONDS, ACCOUNT_SCOPE } from '../../src/oauth/token/access-tokens.ts'
import { createAccessTokens } from '../../src/oauth/token/create-access-tokens.ts'
import { TokenDispatcher } from '../../src/pool/token-dispatcher.ts'
import { createLog } from '../../src/shared/log.ts'
import { newObjectId } from '../../src/shared/object-id.ts'
import type { Database } from '../../src/store/postgres/database.ts'
import { migrate } from '../../src/store/postgres/migrate.ts'
import { openDatabase } from '../../src/store/postgres/open-database.ts'
import { createSqlGrants } from '../../src/store/postgres/sql-grants.ts'
import { createSqlAccountKeys } from '../../src/store/postgres/sql-keys.ts'
import { createSqlUsers } from '../../src/store/postgres/sql-users.ts'
import { createAccountKeys } from '../../src/tokens/account-keys.ts'
import { approvalOf, approve } from '../contract/stores.ts'
import type { OpenTransport } from './fixture-transport.ts'

const ACCOUNT_URL = 'https://account.example'
const POLL_MS = 20

/**
 * The parts of the account host below `POST /mcp`: its gate, sessions, bus, database and keys, without the tools. Each node
 * makes a person with a grant and a token, which is valid on every node.
 *
 * @param args Address of a PostgreSQL, and address of a Redis unless there is one node.
 */
export const openTransport: OpenTransport = async ([databaseUrl = '', redisUrl]) => {
  const log = createLog({ level: 'error', fd: 2 })
  const onFault = (message: string, cause: unknown): void => log.pino.error({ err: cause }, message)
  const database = openDatabase({ url: databaseUrl, connections: 4, name: 'fixture', onFault })
  await migrate(database)
  const grants = createSqlGrants(database)
  const config = loadConfig({ HOSTS: 'account', REDIS_URL: redisUrl }, 1)
  const { admissions, bus, revocations, sessions, ...store } = createAccountStore(config, log, (since) =>
    grants.revokedSince(since),
  )

  const workers = new TokenDispatcher({ threads: 1, queueLimit: 1024, timeoutMs: 30_000, onFault })
  const tokens = createAccessTokens({ issuer: ACCOUNT_URL, workers, keys: [], refresh: () => keys.refresh() })
  const keys = createAccountKeys({
    store: createSqlAccountKeys(database),
    tokenLifeMs: ACCOUNT_ACCESS_LIFETIME_SECONDS * 1000,
    onKeys: (next) => tokens.update(next),
    onFault,
  })
  await keys.start()
  const uses = createGrantUses({ store: grants, onFault })
  const issued = await tokens.issue(await newPrincipal(database), ACCOUNT_SCOPE)
  if (!issued.ok) throw new Error(issued.detail)
  await revocations.ready
  while (redisUrl !== undefined && (await store.reachable()) !== 'reachable') await sleep(POLL_MS)

  return {
    endpoint: {
      gate: createAccountGate({
        tokens,
        admissions,
        revocations,
        uses,
        limiter: createMemoryLimiter(),
        accountUrl: ACCOUNT_URL,
      }),
      sessions,
      bus,
      audienceOf: ({ principal }) => (principal as Principal).userId,
      cacheScope: 'private',
    },
    fields: { authorization: `Bearer ${issued.token}` },
  }
}

async function newPrincipal(database: Database): Promise<Principal> {
  const now = new Date()
  const userId = newObjectId('usr', now.getTime())
  const email = `${userId}@example.org`
  const about = { userId, clientId: null, grantId: null, objectId: null, address: null, detail: {} }
  const user = { id: userId, email, passwordHash: '', locale: null, createdAt: now, sessionsValidFrom: now }
  await createSqlUsers(database).create(user, email, { ...about, kind: 'account.created' })
  const clientId = newObjectId('cli', now.getTime())
  const approval = approvalOf(userId, clientId, { clientName: 'Suite', validFromMs: now.getTime() })
  const grant = await approve(createSqlGrants(database), approval, now)
  return { userId, clientId, grantId: grant.id }
}
