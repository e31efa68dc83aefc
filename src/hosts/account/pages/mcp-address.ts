import { markup, type Markup } from '../../../web/markup.ts'
import type { AccountSite } from './account-frame.ts'
import type { AccountMessages } from './messages/account-messages.ts'

/** Renders the address of the MCP endpoint. One click selects all of it. */
export function mcpAddress({ siteUrl }: AccountSite, messages: AccountMessages): Markup {
  return markup`<code class="address" role="group" aria-label="${messages.mcpAddress}">${siteUrl}/mcp</code>`
}
