import {
  discoverAuthorizationServerMetadata,
  discoverOAuthProtectedResourceMetadata,
} from '@modelcontextprotocol/sdk/client/auth.js'
import type { Trial } from './trial.ts'

/**
 * What LibreChat does before it connects (its `detectOAuth`), in our own words. A server whose metadata the SDK finds, and which
 * names an authorization server, gets a button to sign in, whatever it answers to requests. Its package is on no registry.
 */
async function wantsSignIn(url: string): Promise<boolean> {
  const found = await discoverOAuthProtectedResourceMetadata(url).catch(() => undefined)
  const [server] = found?.authorization_servers ?? []
  if (server === undefined) return false
  await discoverAuthorizationServerMetadata(server)
  return true
}

export const RULES: readonly Trial[] = [
  {
    name: "LibreChat's rule",
    package: '@modelcontextprotocol/sdk',
    folder: '.',
    steps: {
      'asks nobody to sign in for documentation and icons': async ({ service: { docs, icons } }) => {
        for (const url of [`${docs}/mcp`, `${icons}/mcp`, `${icons}/mcp/docs`]) {
          if (await wantsSignIn(url)) return `${url} is taken for a server that needs a person`
        }
        return null
      },
      'asks a person to sign in for the account': async ({ service: { account } }) =>
        (await wantsSignIn(`${account}/mcp`)) ? null : 'nobody is asked to sign in',
    },
  },
]
