import { z } from 'zod'
import type { Contained } from '../../../account/content/account-content.ts'
import type { CallContext, InputRequired } from '../../../mcp/features/tool.ts'
import { describeContents } from './outcomes.ts'

/** `unasked`: nobody has answered yet, or the answer belongs to another question. */
export type Confirmation =
  | { readonly state: 'unasked' }
  | { readonly state: 'refused' }
  /** The person was shown these counts and agreed. */
  | { readonly state: 'given'; readonly shown: Contained }

const SHOWN = z.object({ id: z.string(), projects: z.int(), animations: z.int() })
const ANSWER = z.discriminatedUnion('action', [
  z.object({ action: z.literal('accept'), content: z.object({ confirm: z.boolean() }) }),
  z.object({ action: z.enum(['decline', 'cancel']) }),
])

/** Only clients of the newer revision are asked. There the call ends with the question, so nothing waits for a person. */
export function canConfirm({ clientCapabilities, modern }: CallContext): boolean {
  return modern && clientCapabilities.elicitation?.form !== undefined
}

export function readConfirmation({ inputResponses, modern, requestState }: CallContext, id: string): Confirmation {
  if (!modern || inputResponses === undefined) return { state: 'unasked' }
  const shown = SHOWN.safeParse(requestState)
  const answer = ANSWER.safeParse(inputResponses['confirm'])
  if (!shown.success || shown.data.id !== id || !answer.success) return { state: 'unasked' }
  const { projects, animations } = shown.data
  const isGiven = answer.data.action === 'accept' && answer.data.content.confirm
  return isGiven ? { state: 'given', shown: { projects, animations } } : { state: 'refused' }
}

export function askToConfirm(noun: string, id: string, contents: Contained): InputRequired {
  return {
    resultType: 'input_required',
    inputRequests: {
      confirm: {
        method: 'elicitation/create',
        params: {
          mode: 'form',
          message: `The ${noun} ${id} holds ${describeContents(contents)}. Delete all of it, for good?`,
          requestedSchema: {
            type: 'object',
            properties: { confirm: { type: 'boolean', title: 'Delete it with everything in it', default: false } },
            required: ['confirm'],
          },
        },
      },
    },
    requestState: { id, ...contents },
  }
}
