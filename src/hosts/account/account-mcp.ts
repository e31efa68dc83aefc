import type { AccountContent } from '../../account/content/account-content.ts'
import type { DocumentAddresses } from '../../account/content/document-addresses.ts'
import type { IconDocuments } from '../../account/icon-documents.ts'
import type { Principal } from '../../account/principal.ts'
import type { UserStore } from '../../account/users/user-store.ts'
import type { Config } from '../../config/config.ts'
import type { Gate } from '../../http/route/gate.ts'
import type { RpcExchange } from '../../http/route/rpc-route.ts'
import type { Bus } from '../../mcp/bus.ts'
import { createMcpEndpoint, type McpEndpoint } from '../../mcp/edge.ts'
import type { SessionStore } from '../../mcp/session.ts'
import { accountResources } from './tools/account-resources.ts'
import { accountTools } from './tools/account-tools.ts'
import { chargeAnswers, type Charge } from './tools/charge-answers.ts'
import { createOpenDocumentLink } from './tools/document-links.ts'
import { toShortenedBody, type BodyWorkers } from './tools/shorten-body.ts'
import type { Admissions } from '../../oauth/admissions.ts'
import type { Log } from '../../shared/log.ts'
import { createOriginCheck } from '../mcp-origins.ts'

const VERSION = '1.0.0'
/** A document of 2 MiB and its envelope. JSON may escape a character of text as six. */
export const ACCOUNT_BODY_LIMIT_BYTES = 3 * 1024 * 1024
/**
 * Checking the largest document takes 0.1 s, and sending it 0.03 s. At this unit a grant may send or read less than two
 * such documents a second.
 */
export const UNIT_BYTES = 64 * 1024
/** Largest number of open streams of one grant in one thread. */
const GRANT_SUBSCRIPTION_LIMIT = 64

export interface AccountMcpDeps {
  readonly config: Config
  readonly content: AccountContent
  readonly addresses: DocumentAddresses
  readonly users: UserStore
  /** Documents of icons; null where this process does not serve the icons host. */
  readonly icons: IconDocuments | null
  readonly sessions: SessionStore
  readonly bus: Bus
  readonly gate: Gate
  /** The gate of the address with a slash at its end. Its challenge leads to the metadata of that, which clients compare. */
  readonly slashGate: Gate
  /** Workers that read the bodies that are too long for a listener. */
  readonly bodies: BodyWorkers
  readonly admissions: Pick<Admissions, 'admit'>
  /** Key of request states, the same on every node: at least 32 bytes. Throws `Unavailable` until it is known. */
  readonly stateKey: () => Uint8Array
  readonly log: Log
}

function audienceOf({ principal }: Pick<RpcExchange, 'principal'>): string {
  return (principal as Principal).userId
}

/** Creates the endpoint `POST /mcp` of the account host, for a person's workspaces, projects and animations. */
export function accountMcp({
  addresses,
  admissions,
  bodies,
  config,
  content: uncharged,
  icons,
  slashGate,
  users,
  ...rest
}: AccountMcpDeps): McpEndpoint {
  const charge: Charge = async (who, messages) => (await admissions.admit(who, messages, null)).outcome === 'admitted'
  const accountUrl = config.account.url
  const content = chargeAnswers(uncharged, charge, UNIT_BYTES)
  const endpoint = createMcpEndpoint({
    ...rest,
    path: '/mcp',
    name: 'account',
    serverInfo: { name: 'signpost-account', title: 'Signpost account', version: VERSION },
    instructions:
      'Workspaces hold projects, projects hold animations (Lottie documents). Lists are paged by cursor; search_account finds by name. Updates name the version that they change. Deleting cannot be undone.',
    tools: accountTools({ content, users, icons, accountUrl, openLink: createOpenDocumentLink(addresses, accountUrl) }),
    resources: accountResources(content),
    bodyLimitBytes: ACCOUNT_BODY_LIMIT_BYTES,
    unitBytes: UNIT_BYTES,
    shorten: async (body, exchange) =>
      toShortenedBody(await bodies.run(body, audienceOf(exchange), () => exchange.done)),
    clientSubscriptionLimit: GRANT_SUBSCRIPTION_LIMIT,
    cacheScope: 'private',
    audienceOf,
    originAllowed: createOriginCheck(config, null),
  })
  const slashed = endpoint.routes.map((route) => ({ ...route, path: '/mcp/', gate: slashGate }) as const)
  return { ...endpoint, routes: [...endpoint.routes, ...slashed] }
}
