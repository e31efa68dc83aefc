import { oauthWire } from '../../../http/route/error-wires.ts'
import type { Gate } from '../../../http/route/gate.ts'
import { jsonDocument, text, type Reply } from '../../../http/route/reply.ts'
import type { Route } from '../../../http/route/route.ts'
import { addressKey } from '../../../shared/address-key.ts'
import type { Limiter } from '../../../limits/limiter.ts'
import type { TokenService } from '../../../tokens/token-service.ts'
import { createAdmission } from './admission.ts'
import { authGuide } from './auth-md.ts'
import { exchange } from './exchange.ts'
import type { IconsGateOptions } from './icons-gate.ts'
import { POLICIES } from './limits.ts'
import {
  GUIDE_PATH,
  IDENTITY_PATH,
  JWKS_PATH,
  RESOURCE_METADATA_PATH,
  RESOURCES,
  resourceMetadata,
  SERVER_METADATA_PATH,
  serverMetadata,
  TOKEN_PATH,
} from './metadata.ts'
import { register } from './register.ts'

/** Longest body: about five times the size of one with an assertion. */
const BODY_LIMIT_BYTES = 4096

/** Agent registration: the two token endpoints and the documents that describe them. */
export function agentRoutes(options: Omit<IconsGateOptions, 'addressLimit'>): Route[] {
  const { iconsUrl, limiter, tokens } = options
  const gate = createRegistrationGate(limiter)
  return [
    {
      path: IDENTITY_PATH,
      name: IDENTITY_PATH,
      method: 'POST',
      body: { mediaType: 'application/json', limitBytes: BODY_LIMIT_BYTES },
      wire: oauthWire,
      gate,
      answer: ({ body }) => register(body, tokens, iconsUrl),
    },
    {
      path: TOKEN_PATH,
      name: TOKEN_PATH,
      method: 'POST',
      body: { mediaType: 'application/x-www-form-urlencoded', limitBytes: BODY_LIMIT_BYTES },
      wire: oauthWire,
      gate,
      answer: ({ body }) => exchange(body, tokens),
    },
    { path: SERVER_METADATA_PATH, name: SERVER_METADATA_PATH, answer: serverMetadata(iconsUrl) },
    ...RESOURCES.map((path): Route => ({
      path: `${RESOURCE_METADATA_PATH}${path}`,
      name: RESOURCE_METADATA_PATH,
      answer: resourceMetadata(iconsUrl, path),
    })),
    { path: JWKS_PATH, name: JWKS_PATH, answer: () => keySet(tokens) },
    { path: GUIDE_PATH, name: GUIDE_PATH, answer: guide(iconsUrl) },
  ]
}

/** Creates the gate of both endpoints, which share one budget for each address. */
function createRegistrationGate(limiter: Limiter): Gate {
  const admit = createAdmission(limiter, POLICIES.registration)
  return ({ address }, cost) => admit(addressKey(address), cost, null)
}

/** The key set (RFC 7517 §5). It is never cached, since a replaced key must disappear at once. */
function keySet({ publicKeys }: TokenService): Reply {
  return jsonDocument({ keys: publicKeys }, 'no-cache')
}

function guide(iconsUrl: string): Reply {
  return {
    status: 200,
    mediaType: 'text/markdown; charset=utf-8',
    body: text(authGuide(iconsUrl)),
    cacheControl: 'public, max-age=300',
    tagged: true,
  }
}
