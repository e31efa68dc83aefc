/**
 * Every key of Signpost in Redis. All begin with `signpost:`. Redis Cluster places a key by the part in braces, so that
 * all keys of one script lie on one server. docs/stores.md lists the type, lifetime and owner of each key, and a test
 * compares the two.
 */
export const REDIS_KEYS = {
  limit: (key: string): string => `signpost:limit:{${key}}`,
  limitProbe: (key: string): string => `signpost:limit:{${key}}:probe`,
  currentKey: 'signpost:icons:{key}:current',
  retiredKeys: 'signpost:icons:{key}:retired',
  keyReplaced: 'signpost:icons:{key}:replaced',
  mcpChannel: (subject: string): string => `signpost:mcp:${subject}`,
  accountRevoked: (grantId: string): string => `signpost:account:revoked:{${grantId}}`,
  accountBucket: (grantId: string): string => `signpost:account:bucket:{${grantId}}`,
  accountPerson: (userId: string): string => `signpost:account:person:{${userId}}`,
  accountSession: (grantId: string, id: string): string => `signpost:account:session:{${grantId}}:${id}`,
  accountSessions: (grantId: string): string => `signpost:account:sessions:{${grantId}}`,
  accountRevocations: 'signpost:account:revocations',
  accountCode: (hash: string): string => `signpost:account:code:{${hash}}`,
  accountAssertion: (hash: string): string => `signpost:account:assertion:{${hash}}`,
  accountSignIn: (hash: string): string => `signpost:account:sign-in:{${hash}}`,
} as const
