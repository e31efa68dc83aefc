import { markup, type Markup } from '../markup.ts'
import type { AccountSite } from './account-frame.ts'
import type { AccountMessages } from './account-messages.ts'

/** One click selects all of it. */
export function mcpAddress({ siteUrl }: AccountSite, messages: AccountMessages): Markup {
  return markup`<code class="address" role="group" aria-label="${messages.mcpAddress}">${siteUrl}/mcp</code>`
}
