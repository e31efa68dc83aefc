import type { IconsService } from '../../../icons/icons-service.ts'
import type { Tool } from '../../../mcp/features/tool.ts'
import { listGuides } from './list-guides.ts'
import { readGuide } from './read-guide.ts'
import { searchGuides } from './search-guides.ts'

/** Lists the tools of the guides endpoint. */
export function guideTools(icons: IconsService): Tool[] {
  return [searchGuides(icons), readGuide(icons), listGuides(icons)]
}
