import { z } from 'zod'
import type { Endpoint } from '../../../http/route/route.ts'
import type { IconsService } from '../../../icons/icons-service.ts'
import { operation } from './operation.ts'
import { author, license } from './record-schema.ts'
import { apiReply } from './replies.ts'

const setsResponse = z.looseObject({
  sets: z.array(
    z.looseObject({
      id: z.string(),
      title: z.string(),
      package: z.string(),
      version: z.string(),
      license,
      author,
      styles: z.array(z.string()).meta({ description: 'The preferred one first' }),
      icons: z.int(),
      records: z.int(),
    }),
  ),
})

/** `/api/v1/sets`: a list that the service holds ready. */
export function listSets(icons: IconsService): Endpoint {
  return {
    operation: operation({
      operationId: 'listSets',
      summary: 'List the sets',
      description: 'Sets with licence, author and source.',
      response: { description: 'All sets', schema: setsResponse },
    }),
    answer: () => ({ key: 'setsJson', produce: () => Promise.resolve(apiReply(icons.setsJson, icons.content)) }),
  }
}
