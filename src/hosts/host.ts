import type { ReaderCounts } from '../analytics/reader-counts.ts'
import type { Config } from '../config/config.ts'
import type { HttpApp } from '../http/server/app.ts'
import type { McpEndpoint } from '../mcp/edge.ts'
import type { Log } from '../shared/log.ts'
import type { StaticFiles } from '../web/static-files.ts'
import type { Limits } from './limits-link.ts'

/** What a listener thread gives to each host. */
export interface ListenerOptions {
  readonly config: Config
  /** Null: nothing is counted. */
  readonly counts: ReaderCounts | null
  readonly staticFiles: StaticFiles
  readonly limits: Limits
  readonly log: Log
  /** Codes of what the host cannot serve of its content now; empty where it serves all of it. */
  readonly degraded: () => readonly string[]
}

/** Says to the person behind an MCP client which address they mean. */
export function mcpHint(hostUrl: string): string {
  return `The MCP server of this host is at ${hostUrl}/mcp: give that address to your client.`
}

/** A host as a listener thread runs it. */
export interface Host {
  readonly app: HttpApp
  /** Tells those who subscribe to its MCP endpoints that there is other content. */
  contentChanged(): void
  /** Ends what it keeps running; after `app.close`. */
  close(): void
}

export function createHost(app: HttpApp, endpoints: readonly McpEndpoint[]): Host {
  return {
    app,
    contentChanged() {
      // Every thread is told of a generation by itself, so other nodes need not hear of it here.
      for (const { hub } of endpoints) hub.announce({ kind: 'content' })
    },
    close() {
      for (const endpoint of endpoints) endpoint.close()
    },
  }
}
