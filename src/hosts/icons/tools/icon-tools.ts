import type { IconsService } from '../../../icons/icons-service.ts'
import type { Tool } from '../../../mcp/features/tool.ts'
import { getEmbedCode } from './get-embed-code.ts'
import { getIcon } from './get-icon.ts'
import { listCategories } from './list-categories.ts'
import { searchIcons } from './search-icons.ts'

/** Lists the tools of the icons endpoint, in the order in which a model meets them. */
export function iconTools(icons: IconsService): Tool[] {
  return [searchIcons(icons), getIcon(icons), getEmbedCode(icons), listCategories(icons)]
}
