import { z } from 'zod'
import type { UserStore } from '../../../account/users/user-store.ts'
import { defineTool, type Tool } from '../../../mcp/features/tool.ts'
import { LOOKS_UP, failed, found } from '../../../mcp/tool-kit/results.ts'
import { principalOf } from './principal-of.ts'

export function whoami(users: Pick<UserStore, 'find'>, accountUrl: string): Tool {
  return defineTool({
    name: 'whoami',
    title: 'Who am I',
    description: 'The account that this connection acts for, and where its owner manages connections.',
    annotations: LOOKS_UP,
    input: z.object({}),
    output: z.object({
      user_id: z.string(),
      email: z.string(),
      created_at: z.string(),
      client_id: z.string(),
      account_url: z.string(),
    }),
    async run(_args, context) {
      const { clientId, userId } = principalOf(context)
      const user = await users.find(userId)
      if (user === null) return failed('This account has been deleted.')
      const { createdAt, email, id } = user
      return found({
        user_id: id,
        email,
        created_at: createdAt.toISOString(),
        client_id: clientId,
        account_url: accountUrl,
      })
    },
  })
}
