import { ACCESS_LIFETIME_SECONDS, ASSERTION_LIFETIME_SECONDS, SCOPE } from '../../../tokens/claims.ts'
import { POLICIES } from './limits.ts'
import {
  IDENTITY_PATH,
  IDENTITY_TYPE,
  JWKS_PATH,
  JWT_BEARER_GRANT,
  RESOURCE_METADATA_PATH,
  SERVER_METADATA_PATH,
  TOKEN_PATH,
} from './metadata.ts'

const SECONDS_PER_DAY = 24 * 60 * 60

/** Writes `/auth.md`: everything that an agent needs to know about credentials, in the order in which it needs it. */
export function authGuide(iconsUrl: string): string {
  const { agent, anonymous, registration } = POLICIES
  const days = ASSERTION_LIFETIME_SECONDS / SECONDS_PER_DAY
  return `# Credentials for agents

${iconsUrl} is public and read-only. **No request needs credentials.** A registration only raises the rate limit, from
${anonymous.limit} requests a minute for each IP address to ${agent.limit} requests a minute for the registration. Registration is anonymous: it asks for
no identity, needs no consent, and nothing is kept about the agent.

| What | Where |
| --- | --- |
| Register | \`POST ${iconsUrl}${IDENTITY_PATH}\` |
| Exchange | \`POST ${iconsUrl}${TOKEN_PATH}\` |
| Use | \`Authorization: Bearer <access_token>\` on \`/api/v1/\`, \`/mcp\`, \`/mcp/docs\` and \`/a2a\` |

## Discover

- \`${iconsUrl}${RESOURCE_METADATA_PATH}\`: protected resource metadata (RFC 9728). It names the authorization server.
- \`${iconsUrl}${SERVER_METADATA_PATH}\`: authorization server metadata (RFC 8414). Its member \`agent_auth\` names the identity
  endpoint and the types of registration on offer.
- \`${iconsUrl}${JWKS_PATH}\`: the public key that verifies the tokens.

## Register

\`\`\`sh
curl -X POST ${iconsUrl}${IDENTITY_PATH} \\
  -H 'Content-Type: application/json' \\
  -d '{"type":"${IDENTITY_TYPE}"}'
\`\`\`

\`\`\`json
{
  "registration_id": "reg_…",
  "registration_type": "${IDENTITY_TYPE}",
  "identity_assertion": "<identity_assertion>",
  "assertion_expires": "<ISO 8601 time>",
  "pre_claim_scopes": ["${SCOPE}"],
  "token_endpoint": "${iconsUrl}${TOKEN_PATH}"
}
\`\`\`

Keep \`identity_assertion\` for ${days} days and treat it as a secret. Register again when it has expired. It is good for nothing but the
exchange: no other endpoint accepts it. \`${IDENTITY_TYPE}\` is the only type; \`identity_assertion\` and \`service_auth\` are not offered.

## Exchange

\`\`\`sh
curl -X POST ${iconsUrl}${TOKEN_PATH} \\
  --data-urlencode 'grant_type=${JWT_BEARER_GRANT}' \\
  --data-urlencode 'assertion=<identity_assertion>'
\`\`\`

\`\`\`json
{ "access_token": "<access_token>", "token_type": "Bearer", "expires_in": ${ACCESS_LIFETIME_SECONDS}, "scope": "${SCOPE}" }
\`\`\`

The body is a form (\`application/x-www-form-urlencoded\`). \`scope\` may be left out; \`${SCOPE}\` is the only one and covers everything.
There is no refresh token: exchange the same assertion again, as often as you need to.

## Use

\`\`\`sh
curl '${iconsUrl}/api/v1/icons?q=arrow' -H 'Authorization: Bearer <access_token>'
\`\`\`

Answers carry \`RateLimit-Policy: "${agent.name}";q=${agent.limit};w=${agent.windowMs / 1000}\` and \`RateLimit: "${agent.name}";r=<requests left>;t=<seconds until more are left>\`;
without a token the policy is \`"${anonymous.name}"\` with \`q=${anonymous.limit}\`. One budget covers REST, both MCP servers and A2A. Each message of a JSON-RPC batch
counts. Registration and exchange together are limited to ${registration.limit} requests a minute for each IP address. Files (\`/catalog.json\`,
\`/assets/\`, \`/docs/\`) and everything under \`/.well-known/\` are outside every limit.

An \`Authorization\` header that holds no token of this service is ignored.

## Errors

| Code | Where | What to do |
| --- | --- | --- |
| \`invalid_request\` | register, exchange; 400, 405, 413, 415 | Correct the request: method, media type, size, members, parameters given twice |
| \`identity_assertion_not_enabled\` | register; 400 | Register with the type \`${IDENTITY_TYPE}\` |
| \`service_auth_not_enabled\` | register; 400 | Register with the type \`${IDENTITY_TYPE}\` |
| \`unsupported_grant_type\` | exchange; 400 | Use \`${JWT_BEARER_GRANT}\` |
| \`invalid_scope\` | exchange; 400 | Leave \`scope\` out |
| \`invalid_grant\` | exchange; 400 | The assertion has expired, was altered, or its key was replaced: register again |
| \`temporarily_unavailable\` | register, exchange; 429, 503 | Wait for as many seconds as \`Retry-After\` says |
| \`invalid_token\` | everywhere else; 401 | The access token has expired, was altered, or its key was replaced: exchange again, register again if that fails, or drop the header |
| \`rate_limited\` | everywhere else; 429 | Wait for as many seconds as \`Retry-After\` says |

A 401 carries \`WWW-Authenticate: Bearer error="invalid_token"\` with the address of the resource metadata.

## Key replacement

There is no revocation endpoint. When the signing key is replaced, every assertion and every access token ends at once: requests
get 401, exchanges \`invalid_grant\`. Register again then.
`
}
