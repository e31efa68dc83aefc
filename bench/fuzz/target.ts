import type { ListedRoute } from '../../scripts/routes.ts'
import type { HostName } from '../../src/config/env.ts'

/** Port of each host on 127.0.0.1. */
export type Ports = Readonly<Record<HostName, number>>

/** The routes of a host that have one method and one name. */
export interface Target {
  /** Method and name of the routes. */
  readonly key: string
  readonly method: ListedRoute['method']
  /** Their exact paths, or prefixes with a star as their last segment. */
  readonly paths: readonly string[]
  /** Names of their query parameters. */
  readonly parameters: readonly string[]
  /** Whether they speak MCP. */
  readonly mcp: boolean
}
