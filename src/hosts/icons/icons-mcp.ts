import type { Config } from '../../config/config.ts'
import type { Gate } from '../../http/route/gate.ts'
import type { IconsService } from '../../icons/icons-service.ts'
import { createMcpEndpoint, type McpEndpoint } from '../../mcp/edge.ts'
import { CLIENT_SUBSCRIPTION_LIMIT, PUBLIC_BODY_LIMIT_BYTES } from '../../mcp/limits.ts'
import { guideResources } from './tools/guide-resources.ts'
import { guideTools } from './tools/guide-tools.ts'
import { iconResources } from './tools/icon-resources.ts'
import { iconTools } from './tools/icon-tools.ts'
import type { Log } from '../../shared/log.ts'
import { createOriginCheck } from '../mcp-origins.ts'

interface IconsMcpDeps {
  readonly config: Config
  readonly gate: Gate
  readonly icons: IconsService
  readonly stateKey: Uint8Array
  readonly version: string
  readonly log: Log
}

/** `POST /mcp` and `POST /mcp/docs` of the icons host. Both are public and need no session. */
export function iconsMcp({ config, gate, icons, log, stateKey, version }: IconsMcpDeps): McpEndpoint[] {
  const shared = {
    gate,
    bodyLimitBytes: PUBLIC_BODY_LIMIT_BYTES,
    clientSubscriptionLimit: CLIENT_SUBSCRIPTION_LIMIT,
    stateKey,
    originAllowed: createOriginCheck(config, config.icons.url),
    log,
  }
  const iconsEndpoint = createMcpEndpoint({
    ...shared,
    path: '/mcp',
    name: 'icons',
    serverInfo: { name: 'signpost-icons', title: 'Signpost icons', version },
    instructions:
      'Animated icons as SVG and Lottie. search_icons understands English, Chinese and Korean; get_embed_code gives code for the id of a result.',
    tools: iconTools(icons),
    resources: iconResources(icons),
  })
  const guidesEndpoint = createMcpEndpoint({
    ...shared,
    path: '/mcp/docs',
    name: 'guides',
    serverInfo: { name: 'signpost-icon-guides', title: 'Guides to the Signpost icons', version },
    instructions:
      'Guides to using the icons: embedding, licences, limits, agents. Search them, then read the one that fits.',
    tools: guideTools(icons),
    resources: guideResources(icons),
  })
  return [iconsEndpoint, guidesEndpoint]
}
