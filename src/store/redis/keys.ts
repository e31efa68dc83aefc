/**
 * Every key that Signpost keeps in Redis. All begin with `signpost:`. The part in braces is what Redis Cluster places a
 * key by: scripts with several keys have them all in one place.
 *
 * | key                                    | type    | lives                       | what it is                                      | owner                       |
 * | -------------------------------------- | ------- | --------------------------- | ----------------------------------------------- | --------------------------- |
 * | `signpost:limit:{<key>}`               | string  | the window after the last   | what a client has used: packed sub-windows      | `redis-limiter.ts`          |
 * |                                        |         | request that was let in     |                                                 |                             |
 * | `signpost:icons:{key}:current`         | string  | for ever                    | thumbprint of the key that signs                | `redis-key-register.ts`     |
 * | `signpost:icons:{key}:retired`         | set     | for ever                    | thumbprints of keys that were replaced          | `redis-key-register.ts`     |
 * | `signpost:icons:{key}:replaced`        | channel | –                           | says that `current` has changed                 | `redis-key-register.ts`     |
 * | `signpost:mcp:session:{<id>}`          | string  | 24 h after its last use     | MCP session: version, client, log level, owner  | `redis-mcp-sessions.ts`     |
 * | `signpost:mcp:<subject>`               | channel | –                           | MCP nodes to each other: see `src/mcp/bus.ts`   | `redis-mcp-bus.ts`          |
 * | `signpost:account:revoked:{<grant>}`   | string  | 12 min: an access token and | mark of a grant that is over                    | `redis-revocations.ts`      |
 * |                                        |         | two minutes                 |                                                 |                             |
 * | `signpost:account:bucket:{<grant>}`    | string  | 1.5 s after the last        | token bucket, packed                            | `redis-account-state.ts`    |
 * | `signpost:account:person:{<user>}`     |         | request that was let in     | the same of all grants of a person together     |                             |
 * | `signpost:account:session:{<grant>}:…` | string  | 24 h after its last use     | MCP session of a grant, by its id               | `redis-account-sessions.ts` |
 * | `signpost:account:sessions:{<grant>}`  | list    | 24 h after the last began   | ids of the grant's sessions, the oldest first   | `redis-account-sessions.ts` |
 * | `signpost:account:revocations`         | channel | –                           | ids of grants that are over, one blank between  | `redis-revocations.ts`      |
 * | `signpost:account:code:{<hash>}`       | string  | 60 s; 10 min once used      | what an authorization code stands for           | `redis-codes.ts`            |
 * | `signpost:account:sign-in:{<hash>}`    | string  | 14 days after its last use  | a browser that has signed in                    | `redis-sign-in-sessions.ts` |
 */
export const REDIS_KEYS = {
  limit: (key: string): string => `signpost:limit:{${key}}`,
  currentKey: 'signpost:icons:{key}:current',
  retiredKeys: 'signpost:icons:{key}:retired',
  keyReplaced: 'signpost:icons:{key}:replaced',
  mcpSession: (id: string): string => `signpost:mcp:session:{${id}}`,
  mcpChannel: (subject: string): string => `signpost:mcp:${subject}`,
  accountRevoked: (grantId: string): string => `signpost:account:revoked:{${grantId}}`,
  accountBucket: (grantId: string): string => `signpost:account:bucket:{${grantId}}`,
  accountPerson: (userId: string): string => `signpost:account:person:{${userId}}`,
  accountSession: (grantId: string, id: string): string => `signpost:account:session:{${grantId}}:${id}`,
  accountSessions: (grantId: string): string => `signpost:account:sessions:{${grantId}}`,
  accountRevocations: 'signpost:account:revocations',
  accountCode: (hash: string): string => `signpost:account:code:{${hash}}`,
  accountSignIn: (hash: string): string => `signpost:account:sign-in:{${hash}}`,
} as const
