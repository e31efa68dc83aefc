import { json } from '../../../http/route/reply.ts'
import type { Cacheable, Reply } from '../../../http/route/reply.ts'
import { defineRoute } from '../../../http/route/route.ts'
import type { Route } from '../../../http/route/route.ts'
import type { IconsService } from '../../../icons/icons-service.ts'
import { skillsOf } from './skills.ts'
import { VERSION_FIELD, versionOf } from './versions.ts'

const CARD_PATH = '/.well-known/agent-card.json'
const CARD_CACHING = 'public, max-age=3600'

const NAME = 'Signpost Icons'
const DESCRIPTION =
  'Finds animated icons and gives their records, files and code to embed them, and finds and reads guides to using them. It answers at once, needs no credentials and keeps nothing.'
const INPUT_MODES = ['text/plain', 'application/json']
const OUTPUT_MODES = ['text/plain', 'application/json', 'text/markdown']
const SCOPE = 'icons.read'
const BEARER = 'Optional: an access token of this service raises the rate limit. /auth.md tells how to register.'

/**
 * Creates the route of the agent card. A 1.0 client gets a card that conforms to the 1.0 schema. Others get one that also
 * has the members that 0.3 requires at the top level, which the 1.0 schema does not allow.
 */
export function createCardRoute(
  icons: Pick<IconsService, 'icon' | 'guides' | 'facets' | 'content'>,
  { iconsUrl, version }: { readonly iconsUrl: string; readonly version: string },
): Route {
  const endpoint = `${iconsUrl}/a2a`

  function pureCard(): object {
    return {
      name: NAME,
      description: DESCRIPTION,
      supportedInterfaces: [
        { url: endpoint, protocolBinding: 'JSONRPC', protocolVersion: '1.0' },
        { url: endpoint, protocolBinding: 'JSONRPC', protocolVersion: '0.3' },
      ],
      provider: { organization: 'Signpost', url: iconsUrl },
      version,
      documentationUrl: `${iconsUrl}/docs/index.md`,
      capabilities: { streaming: true, pushNotifications: false, extendedAgentCard: false },
      securitySchemes: {
        bearer: { httpAuthSecurityScheme: { description: BEARER, scheme: 'Bearer', bearerFormat: 'JWT' } },
      },
      // The first requirement is empty, so that the second is optional.
      securityRequirements: [{ schemes: {} }, { schemes: { bearer: { list: [SCOPE] } } }],
      defaultInputModes: INPUT_MODES,
      defaultOutputModes: OUTPUT_MODES,
      skills: skillsOf(icons),
    }
  }

  function combinedCard(): object {
    return {
      ...pureCard(),
      protocolVersion: '0.3.0',
      url: endpoint,
      preferredTransport: 'JSONRPC',
      supportsAuthenticatedExtendedCard: false,
      capabilities: {
        streaming: true,
        pushNotifications: false,
        extendedAgentCard: false,
        stateTransitionHistory: false,
      },
      securitySchemes: {
        bearer: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'JWT',
          description: BEARER,
          httpAuthSecurityScheme: { description: BEARER, scheme: 'Bearer', bearerFormat: 'JWT' },
        },
      },
      security: [{}, { bearer: [SCOPE] }],
    }
  }

  function cardReply(pure: boolean): Reply {
    return {
      status: 200,
      mediaType: 'application/json',
      body: json(pure ? pureCard() : combinedCard()),
      cacheControl: CARD_CACHING,
      tagged: true,
      content: icons.content,
      vary: 'A2A-Version',
    }
  }

  return defineRoute({
    path: CARD_PATH,
    name: 'agent-card',
    reads: [VERSION_FIELD],
    answer(request): Cacheable {
      // A client of an unsupported version gets the combined card, which lists the supported versions in every form.
      const pure = versionOf(request.field(VERSION_FIELD), '') === '1.0'
      return { key: `agent-card ${pure}`, produce: () => Promise.resolve(cardReply(pure)) }
    },
  })
}
