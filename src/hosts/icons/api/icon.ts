import type { Endpoint } from '../../../http/route/route.ts'
import { ICON_ID } from '../../../icons/icon-record.ts'
import type { IconsService } from '../../../icons/icons-service.ts'
import { operation } from './operation.ts'
import { iconRecord } from './record-schema.ts'
import { NO_SUCH_ICON } from './refusals.ts'
import { apiReply } from './replies.ts'

const PREFIX = '/api/v1/icons/'

/** `/api/v1/icons/{id}`: one record. */
export function getIcon(icons: IconsService): Endpoint {
  return {
    operation: operation({
      operationId: 'getIcon',
      path: { template: `${PREFIX}{id}`, parameters: { id: 'Id of the record, as search results give it' } },
      summary: 'Get one icon',
      description: 'The record of an icon in one style.',
      response: { description: 'The record', schema: iconRecord },
      errors: { 404: ['icon_not_found'] },
    }),
    answer({ path }) {
      const id = path.slice(PREFIX.length)
      if (!ICON_ID.test(id)) return NO_SUCH_ICON
      return {
        key: `icon ${id}`,
        produce() {
          const record = icons.icon(id)
          return Promise.resolve(record === null ? null : apiReply(record, icons.content))
        },
        absent: () => NO_SUCH_ICON,
      }
    },
  }
}
