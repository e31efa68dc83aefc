import { z } from 'zod'
import type { Endpoint } from '../../../http/route/route.ts'
import type { IconsService } from '../../../icons/icons-service.ts'
import { operation } from './operation.ts'
import { apiReply } from './replies.ts'

const categoriesResponse = z.looseObject({
  categories: z.array(z.object({ id: z.string(), title: z.string(), icons: z.int() })),
})

/** `/api/v1/categories`: a list that the service holds ready. */
export function listCategories(icons: IconsService): Endpoint {
  return {
    operation: operation({
      operationId: 'listCategories',
      summary: 'List the categories',
      description: 'Categories, for the filter of a search.',
      response: { description: 'All categories', schema: categoriesResponse },
    }),
    answer: () => ({
      key: 'categoriesJson',
      produce: () => Promise.resolve(apiReply(icons.categoriesJson, icons.content)),
    }),
  }
}
