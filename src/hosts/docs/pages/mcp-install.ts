/** An MCP server as clients are told of it. */
export interface InstalledServer {
  /** Name for people. */
  readonly name: string
  readonly url: string
}

const NAME_LIMIT_CHARS = 40

/** The name under which a client keeps the server: `lantern-docs`. */
function clientName({ name }: InstalledServer): string {
  const own = (
    name
      .normalize('NFKD')
      .toLowerCase()
      .match(/[a-z\d]+/g) ?? []
  )
    .join('-')
    .slice(0, NAME_LIMIT_CHARS)
  return own === '' ? 'docs' : `${own.replace(/-+$/, '')}-docs`
}

/** Opens Cursor, which asks whether to install the server. */
export function cursorLink(server: InstalledServer): string {
  const config = Buffer.from(JSON.stringify({ url: server.url })).toString('base64')
  const parameters = new URLSearchParams({ name: clientName(server), config })
  return `cursor://anysphere.cursor-deeplink/mcp/install?${parameters.toString()}`
}

/** Opens Visual Studio Code, which asks the same. */
export function vsCodeLink(server: InstalledServer): string {
  const config = { name: clientName(server), type: 'http', url: server.url }
  return `vscode:mcp/install?${encodeURIComponent(JSON.stringify(config))}`
}

export function claudeCodeCommand(server: InstalledServer): string {
  return `claude mcp add --transport http ${clientName(server)} ${server.url}`
}
