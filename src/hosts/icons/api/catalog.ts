import type { Endpoint } from '../../../http/route/route.ts'
import type { IconsService } from '../../../icons/icons-service.ts'
import { unavailable } from '../../content-reply.ts'
import { FILE_CACHING, fileReply } from './replies.ts'

/** `/catalog.json`: all records in one file. */
export function getCatalog(icons: IconsService): Endpoint {
  return {
    answer: () => ({
      key: 'catalog',
      pinned: true,
      async produce() {
        const { content } = icons
        const answer = await icons.catalog()
        return answer.ok ? fileReply(answer.value, FILE_CACHING, content) : unavailable(answer)
      },
    }),
  }
}
