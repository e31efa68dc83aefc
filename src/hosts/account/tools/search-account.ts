import { z } from 'zod'
import type { AccountContent } from '../../../account/content/account-content.ts'
import { defineTool, type Tool } from '../../../mcp/features/tool.ts'
import { LOOKS_UP } from '../../../mcp/tool-kit/results.ts'
import { queryText } from '../../../mcp/tool-kit/schemas.ts'
import { paging, toPage } from './inputs.ts'
import { foundPage, outcomeOf } from './outcomes.ts'
import { principalOf } from './principal-of.ts'
import { describeObject, toObjectRecord } from './views.ts'

export function searchAccount(content: AccountContent): Tool {
  return defineTool({
    name: 'search_account',
    title: 'Search the account',
    description: 'Finds workspaces, projects and animations by words of their names and descriptions.',
    annotations: LOOKS_UP,
    input: z.object({
      query: queryText()
        .refine((query) => query !== '', 'must not be empty')
        .describe('1 to 200 characters'),
      ...paging,
    }),
    output: z.object({
      results: z
        .array(
          z.looseObject({
            kind: z.enum(['workspace', 'project', 'animation']),
            id: z.string(),
            name: z.string(),
            version: z.int(),
          }),
        )
        .describe('With the other members that lists of their kind give'),
      next_cursor: z.string().nullable(),
    }),
    run: ({ query, ...page }, context) =>
      outcomeOf(content.search(principalOf(context), query, toPage(page)), '', (found) =>
        foundPage(found, 'results', toObjectRecord, describeObject),
      ),
  })
}
