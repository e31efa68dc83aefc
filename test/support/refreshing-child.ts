// A process with a client of the SDK that keeps its tokens in memory, as several windows of one application do. It receives
// them in its first message. Each further message has it call a tool with an access token that is no longer good.
import type { OAuthClientProvider } from '@modelcontextprotocol/sdk/client/auth.js'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import type { OAuthTokens } from '@modelcontextprotocol/sdk/shared/auth.js'

export interface Beginning {
  readonly mcpUrl: string
  readonly clientId: string
  readonly tokens: OAuthTokens
}

/** What the process says after each message. */
export interface Report {
  /** E-mail address of the account that the tool named, or why it failed. */
  readonly result: string
  readonly refreshToken: string | undefined
}

let tokens: OAuthTokens | undefined
const client = new Client({ name: 'window', version: '1' })

function providerOf(clientId: string): OAuthClientProvider {
  return {
    redirectUrl: 'http://localhost:9/callback',
    clientMetadata: { redirect_uris: ['http://localhost:9/callback'] },
    clientInformation: () => ({ client_id: clientId }),
    tokens: () => tokens,
    saveTokens: (next) => void (tokens = next),
    redirectToAuthorization: () => Promise.reject(new Error('the person would have to come again')),
    saveCodeVerifier: () => undefined,
    codeVerifier: () => '',
    invalidateCredentials: () => void (tokens = undefined),
  }
}

async function begin({ clientId, mcpUrl, tokens: given }: Beginning): Promise<void> {
  tokens = given
  await client.connect(new StreamableHTTPClientTransport(new URL(mcpUrl), { authProvider: providerOf(clientId) }))
}

async function call(): Promise<string> {
  if (tokens !== undefined) tokens = { ...tokens, access_token: 'no.longer.good' }
  const { structuredContent } = await client.callTool({ name: 'whoami' })
  return (structuredContent as { readonly email: string }).email
}

process.on('message', (message: Beginning | 'call') => {
  const done = message === 'call' ? call() : begin(message).then(() => 'begun')
  void done
    .catch((error: unknown) => String(error))
    .then((result) => process.send?.({ result, refreshToken: tokens?.refresh_token } satisfies Report))
})
process.on('disconnect', () => process.exit())
