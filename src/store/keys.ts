/**
 * Every key that Signpost keeps in Redis. All begin with `signpost:`. The part in braces is what Redis Cluster places a
 * key by.
 *
 * | key                              | type    | lives                       | what it is                                      | owner                    |
 * | -------------------------------- | ------- | --------------------------- | ----------------------------------------------- | ------------------------ |
 * | `signpost:limit:{<key>}`         | string  | the window after the last   | what a client has used: packed sub-windows      | `redis-limiter.ts`       |
 * |                                  |         | request that was let in     |                                                 |                          |
 * | `signpost:icons:{key}:current`   | string  | for ever                    | thumbprint of the key that signs                | `redis-key-register.ts`  |
 * | `signpost:icons:{key}:retired`   | set     | for ever                    | thumbprints of keys that were replaced          | `redis-key-register.ts`  |
 * | `signpost:icons:{key}:replaced`  | channel | –                           | says that `current` has changed                 | `redis-key-register.ts`  |
 * | `signpost:mcp:session:{<id>}`    | string  | 24 h after its last use     | MCP session: version, client, log level, owner  | `redis-mcp-sessions.ts`  |
 * | `signpost:mcp:<subject>`         | channel | –                           | MCP nodes to each other: see `src/mcp/bus.ts`   | `redis-mcp-bus.ts`       |
 */
export const REDIS_KEYS = {
  limit: (key: string): string => `signpost:limit:{${key}}`,
  currentKey: 'signpost:icons:{key}:current',
  retiredKeys: 'signpost:icons:{key}:retired',
  keyReplaced: 'signpost:icons:{key}:replaced',
  mcpSession: (id: string): string => `signpost:mcp:session:{${id}}`,
  mcpChannel: (subject: string): string => `signpost:mcp:${subject}`,
} as const
