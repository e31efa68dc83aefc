/**
 * Entry of a process with the SDK's own server on node:http, set up as its documentation describes. The work of the account
 * host for a call is written as users of the SDK would write it. They use jose for the token, ioredis for bucket and
 * session, and pg for the row.
 */
import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { toNodeHandler } from '@modelcontextprotocol/node'
import { McpServer, createMcpHandler, type AuthInfo } from '@modelcontextprotocol/server'
import { Redis } from 'ioredis'
import { createLocalJWKSet, jwtVerify, type JWK } from 'jose'
import { Pool } from 'pg'
import { z } from 'zod'
import { REDIS_KEYS } from '../../src/store/redis/keys.ts'

interface Row {
  readonly id: string
  readonly workspace_id: string
  readonly name: string
  readonly description: string
  readonly version: number
  readonly created_at: Date
  readonly updated_at: Date
  readonly animation_count: number
}

/** The query of the service, as a prepared statement. */
const PROJECT = {
  name: 'project',
  text: `select id, workspace_id, name, description, version, created_at, updated_at,
    (select count(*)::int from animations where animations.project_id = projects.id) as animation_count
    from projects where id = $1 and user_id = $2`,
}
/**
 * Checks revocation, token bucket (60, and 60 a second) and session. It returns -1 if revoked, 0 if limited, 1 if admitted
 * without a session.
 */
const ADMIT = `
if redis.call('EXISTS', KEYS[1]) == 1 then return -1 end
local time = redis.call('TIME')
local now = time[1] * 1000 + time[2] / 1000
local value = redis.call('GET', KEYS[2])
local level, at = 60, now
if value then
  level, at = struct.unpack('dd', value)
  level = math.min(60, level + math.max(0, now - at) * 0.06)
end
if level < 1 then return 0 end
redis.call('SET', KEYS[2], struct.pack('dd', level - 1, now), 'PX', 2000)
return KEYS[3] and redis.call('GETEX', KEYS[3], 'PX', 86400000) or 1`
const CONNECTIONS = 8
const CLOCK_SKEW_SECONDS = 60

const [databaseUrl = '', redisUrl = '', issuer = '', key = ''] = process.argv.slice(2)
const keys = createLocalJWKSet({ keys: [JSON.parse(key) as JWK] })
const pool = new Pool({ connectionString: databaseUrl, max: CONNECTIONS })
const redis = new Redis(redisUrl)
const admitSha = createHash('sha1').update(ADMIT).digest('hex')
await redis.script('LOAD', ADMIT)

function createAccountServer({ authInfo }: { readonly authInfo?: AuthInfo }): McpServer {
  const server = new McpServer({ name: 'bench', version: '1.0.0' })
  server.registerTool(
    'get_project',
    {
      title: 'Get a project',
      description: 'One project. list_animations gives what is in it.',
      inputSchema: z.object({ id: z.string().max(40) }),
      outputSchema: z.object({
        id: z.string(),
        name: z.string(),
        description: z.string(),
        workspace_id: z.string(),
        animation_count: z.int(),
        version: z.int(),
        created_at: z.string(),
        updated_at: z.string(),
      }),
    },
    async ({ id }) => {
      const { rows } = await pool.query<Row>({ ...PROJECT, values: [id, authInfo?.extra?.['userId']] })
      const row = rows[0]
      if (row === undefined) return { isError: true, content: [{ type: 'text', text: 'There is no such project.' }] }
      const times = { created_at: row.created_at.toISOString(), updated_at: row.updated_at.toISOString() }
      const record = { ...row, ...times }
      return { content: [{ type: 'text', text: JSON.stringify(record) }], structuredContent: record }
    },
  )
  return server
}

const listen = toNodeHandler(createMcpHandler(createAccountServer))

/** @returns the status of the refusal, or who sends the request */
async function authorize({ headers }: IncomingMessage): Promise<number | AuthInfo> {
  const token = /^Bearer (.+)$/i.exec(headers.authorization ?? '')?.[1]
  if (token === undefined) return 401
  const { payload } = await jwtVerify(token, keys, {
    algorithms: ['ES256'],
    typ: 'at+jwt',
    issuer,
    audience: `${issuer}/mcp`,
    requiredClaims: ['exp', 'iat', 'sub', 'jti'],
    clockTolerance: CLOCK_SKEW_SECONDS,
  })
  const { client_id: clientId, exp = 0, grant_id: grantId, scope, sub: userId } = payload
  if (scope !== 'mcp:full') return 403
  const sessionId = headers['mcp-session-id']
  const grant = String(grantId)
  const redisKeys = [REDIS_KEYS.accountRevoked(grant), `bench:bucket:{${grant}}`]
  if (typeof sessionId === 'string') redisKeys.push(REDIS_KEYS.accountSession(grant, sessionId.split('.')[0] ?? ''))
  const admission = await redis.evalsha(admitSha, redisKeys.length, ...redisKeys)
  if (admission === -1) return 401
  if (admission === 0) return 429
  if (sessionId !== undefined && typeof admission !== 'string') return 404
  return { token, clientId: String(clientId), scopes: [scope], expiresAt: exp, extra: { userId, grantId } }
}

async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const auth = await authorize(request).catch(() => 401)
  if (typeof auth === 'number') response.writeHead(auth).end()
  else await listen(Object.assign(request, { auth }) as Parameters<typeof listen>[0], response)
}

const server = createServer((request, response) => void serve(request, response))
server.listen(0, '127.0.0.1', () => process.send!((server.address() as AddressInfo).port))
process.on('disconnect', () => process.exit())
