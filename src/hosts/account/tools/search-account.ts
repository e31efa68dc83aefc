import { z } from 'zod'
import type { AccountContent } from '../../../account/content/account-content.ts'
import { defineTool, type Tool } from '../../../mcp/features/tool.ts'
import { LOOKS_UP, found } from '../../../mcp/tool-kit/results.ts'
import { queryText } from '../../../mcp/tool-kit/schemas.ts'
import { paging, toPage } from './inputs.ts'
import { outcomeOf } from './outcomes.ts'
import { principalOf } from './principal-of.ts'
import { toObjectRecord } from './views.ts'

const NOTHING = 'Nothing has all of these words in its name or description. Try fewer, or list_workspaces.'

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
      hint: z.string().optional(),
    }),
    run: ({ query, ...page }, context) =>
      outcomeOf(content.search(principalOf(context), query, toPage(page)), '', ({ items, nextCursor }) =>
        found({
          results: items.map(toObjectRecord),
          next_cursor: nextCursor,
          ...(items.length === 0 ? { hint: NOTHING } : {}),
        }),
      ),
  })
}
