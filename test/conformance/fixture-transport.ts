import type { Route } from '../../src/http/route/route.ts'
import type { McpEndpointOptions } from '../../src/mcp/edge.ts'

/** Parts of a fixture node beside the features of the scenarios: access control, and what nodes share. */
export interface FixtureTransport {
  /** Options of the endpoint under test. */
  readonly endpoint: Partial<
    Pick<
      McpEndpointOptions,
      | 'audienceOf'
      | 'bodyLimitBytes'
      | 'bus'
      | 'cacheScope'
      | 'clientSubscriptionLimit'
      | 'gate'
      | 'sessions'
      | 'stateKey'
    >
  >
  /** Other routes of its host, such as its metadata. Default: none. */
  readonly routes?: readonly Route[]
  /** Header fields that a client has to send, such as a token that the gate accepts. Default: none. */
  readonly fields?: Readonly<Record<string, string>>
}

/**
 * Type of `openTransport`, the export of a module that `startFixture` names. It runs in the process of each node.
 *
 * @param args Arguments of the node, such as the address of a store that all nodes share.
 */
export type OpenTransport = (args: readonly string[]) => Promise<FixtureTransport>
