import { jsonDocument, type Reply } from '../../http/route/reply.ts'
import type { Route } from '../../http/route/route.ts'
import type { AuthenticationMethod } from '../client/client-store.ts'
import { ALL_ALGORITHMS } from '../client/read-authentication.ts'
import { REGISTER_PATH } from '../register/register-endpoint.ts'
import { REVOKE_PATH } from '../revoke/revoke-endpoint.ts'
import { ACCOUNT_SCOPE, type AccessTokens } from '../token/access-tokens.ts'
import { TOKEN_PATH } from '../token/token-endpoint.ts'

const AUTHORIZE_PATH = '/authorize'
const JWKS_PATH = '/.well-known/jwks.json'
const RESOURCE_METADATA_PATH = '/.well-known/oauth-protected-resource'
const SERVER_METADATA_PATH = '/.well-known/oauth-authorization-server'

/**
 * Suffixes of the addresses. Clients that know only the URL of the MCP server look below its path, too (RFC 9728 §3.1, RFC
 * 8414 §3.1).
 */
const PATHS = ['', '/mcp'] as const
/** A resource is known by the address that a client has, to the letter (RFC 9728 §3.3). */
const RESOURCES = [...PATHS, '/mcp/'] as const

/** Methods of clients. Only those with a metadata document can have keys. */
const METHODS: readonly AuthenticationMethod[] = ['none', 'private_key_jwt']

/** Creates the routes that clients read first: the address of the authorization server, its features, and its keys. */
export function metadataRoutes(accountUrl: string, tokens: AccessTokens): Route[] {
  return [
    ...RESOURCES.map((path): Route => ({
      path: `${RESOURCE_METADATA_PATH}${path}`,
      name: RESOURCE_METADATA_PATH,
      answer: jsonDocument(resourceMetadata(accountUrl, path)),
    })),
    ...PATHS.map((path): Route => ({
      path: `${SERVER_METADATA_PATH}${path}`,
      name: SERVER_METADATA_PATH,
      answer: jsonDocument(serverMetadata(accountUrl)),
    })),
    { path: JWKS_PATH, name: JWKS_PATH, answer: () => keySet(tokens) },
  ]
}

/** Metadata of the authorization server: RFC 8414 §2, with RFC 9207 §3 and the client id metadata document draft §6. */
function serverMetadata(accountUrl: string): object {
  return {
    issuer: accountUrl,
    authorization_endpoint: accountUrl + AUTHORIZE_PATH,
    token_endpoint: accountUrl + TOKEN_PATH,
    registration_endpoint: accountUrl + REGISTER_PATH,
    revocation_endpoint: accountUrl + REVOKE_PATH,
    jwks_uri: accountUrl + JWKS_PATH,
    scopes_supported: [ACCOUNT_SCOPE],
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: ['authorization_code', 'refresh_token'],
    code_challenge_methods_supported: ['S256'],
    token_endpoint_auth_methods_supported: METHODS,
    token_endpoint_auth_signing_alg_values_supported: ALL_ALGORITHMS,
    revocation_endpoint_auth_methods_supported: METHODS,
    revocation_endpoint_auth_signing_alg_values_supported: ALL_ALGORITHMS,
    authorization_response_iss_parameter_supported: true,
    client_id_metadata_document_supported: true,
    prompt_values_supported: ['none', 'login', 'consent', 'select_account'],
    ui_locales_supported: ['en', 'zh', 'ko'],
    protected_resources: [`${accountUrl}/mcp`],
  }
}

/**
 * Metadata of the protected resource (RFC 9728 §2). `resource` is the URL from which the document's address is made (§3.3).
 */
function resourceMetadata(accountUrl: string, path: (typeof RESOURCES)[number]): object {
  return {
    resource: accountUrl + path,
    authorization_servers: [accountUrl],
    scopes_supported: [ACCOUNT_SCOPE],
    bearer_methods_supported: ['header'],
    resource_name: 'Signpost account',
  }
}

/** The key set (RFC 7517 §5). It is never cached, since a compromised key must disappear at once. */
function keySet({ publicKeys }: AccessTokens): Reply {
  return jsonDocument({ keys: publicKeys }, 'no-cache')
}
