import { jsonDocument, type Reply } from '../../../http/route/reply.ts'
import { SCOPE } from '../../../tokens/claims.ts'

export const IDENTITY_PATH = '/agent/identity'
export const TOKEN_PATH = '/oauth2/token'
export const JWKS_PATH = '/.well-known/jwks.json'
export const GUIDE_PATH = '/auth.md'
export const RESOURCE_METADATA_PATH = '/.well-known/oauth-protected-resource'
export const SERVER_METADATA_PATH = '/.well-known/oauth-authorization-server'

export const JWT_BEARER_GRANT = 'urn:ietf:params:oauth:grant-type:jwt-bearer'
export const IDENTITY_TYPE = 'anonymous'

/** Resources that clients look for under their own path, to the letter (RFC 9728 §3.1, §3.3); '' is the host as a whole. */
export const RESOURCES = ['', '/mcp', '/mcp/', '/mcp/docs', '/mcp/docs/', '/a2a', '/a2a/'] as const

/** Authorization server metadata (RFC 8414 §2). There is no authorization endpoint, hence no response type. */
export function serverMetadata(iconsUrl: string): Reply {
  return jsonDocument({
    issuer: iconsUrl,
    token_endpoint: iconsUrl + TOKEN_PATH,
    jwks_uri: iconsUrl + JWKS_PATH,
    scopes_supported: [SCOPE],
    response_types_supported: [],
    grant_types_supported: [JWT_BEARER_GRANT],
    token_endpoint_auth_methods_supported: ['none'],
    service_documentation: iconsUrl + GUIDE_PATH,
    agent_auth: {
      skill: iconsUrl + GUIDE_PATH,
      identity_endpoint: iconsUrl + IDENTITY_PATH,
      identity_types_supported: [IDENTITY_TYPE],
    },
  })
}

/**
 * Protected resource metadata (RFC 9728 §2). It names no authorization servers, which that section leaves open: clients take
 * a resource that names one for one that needs a person to sign in. `/auth.md` tells agents where tokens are.
 */
export function resourceMetadata(iconsUrl: string, path: (typeof RESOURCES)[number]): Reply {
  return jsonDocument({
    resource: iconsUrl + path,
    scopes_supported: [SCOPE],
    bearer_methods_supported: ['header'],
    resource_name: 'Signpost icons',
    resource_documentation: iconsUrl + GUIDE_PATH,
  })
}
