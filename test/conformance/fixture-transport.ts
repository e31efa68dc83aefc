import type { Route } from '../../src/http/route/route.ts'
import type { McpEndpointOptions } from '../../src/mcp/edge.ts'

/** What a node of the fixture needs beside the features that the scenarios ask for: who may ask, and what nodes share. */
export interface FixtureTransport {
  /** As the endpoint that is to be tested has them. */
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
  /** Other routes of its host, such as its metadata. Default none. */
  readonly routes?: readonly Route[]
  /** Header fields that a client has to send, such as a token that the gate lets through. Default none. */
  readonly fields?: Readonly<Record<string, string>>
}

/**
 * What a module exports as `openTransport`, for `startFixture` to name it. It runs in the process of each node.
 *
 * @param args Of the node, such as the address of a store that all nodes share.
 */
export type OpenTransport = (args: readonly string[]) => Promise<FixtureTransport>
