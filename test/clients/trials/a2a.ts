import { randomUUID } from 'node:crypto'
import { ClientFactory } from '@a2a-js/sdk/client'
import { Role } from '@a2a-js/sdk'
import { ClientFactory as OldClientFactory } from 'a2a-sdk-v03/client'
import type { Trial } from './trial.ts'

/** Asks the agent, and returns all that it answers, as JSON. */
type Ask = (text: string) => Promise<string>

const REQUESTS: readonly { readonly step: string; readonly text: string; readonly shown: RegExp }[] = [
  { step: 'is greeted', text: 'Hello! What can you do?', shown: /find_icons/ },
  { step: 'searches icons', text: 'find three rain icons', shown: /meteocons-fill-rain/ },
  { step: 'gets code to embed', text: 'Give me React code for meteocons-fill-rain', shown: /import |<img|jsx|tsx/i },
]

function steps(connect: (iconsUrl: string) => Promise<Ask>): Trial['steps'] {
  return Object.fromEntries(
    REQUESTS.map(({ shown, step, text }) => [
      step,
      async ({ service }) => {
        const answer = await (await connect(service.icons))(text)
        return shown.test(answer) ? null : `answered ${answer.slice(0, 300)}`
      },
    ]),
  )
}

async function connect1(iconsUrl: string): Promise<Ask> {
  const client = await new ClientFactory().createFromUrl(iconsUrl)
  return async (value) =>
    JSON.stringify(
      await client.sendMessage({
        tenant: '',
        message: {
          messageId: randomUUID(),
          contextId: '',
          taskId: '',
          role: Role.ROLE_USER,
          parts: [{ content: { $case: 'text', value }, metadata: undefined, filename: '', mediaType: 'text/plain' }],
          metadata: undefined,
          extensions: [],
          referenceTaskIds: [],
        },
        configuration: undefined,
        metadata: undefined,
      }),
    )
}

async function connect03(iconsUrl: string): Promise<Ask> {
  const client = await new OldClientFactory().createFromUrl(iconsUrl)
  return async (text) =>
    JSON.stringify(
      await client.sendMessage({
        message: { kind: 'message', messageId: randomUUID(), role: 'user', parts: [{ kind: 'text', text }] },
      }),
    )
}

export const A2A_CLIENTS: readonly Trial[] = [
  { name: 'A2A SDK 1.x', package: '@a2a-js/sdk', folder: '.', steps: steps(connect1) },
  { name: 'A2A SDK 0.3', package: 'a2a-sdk-v03', folder: '.', steps: steps(connect03) },
]
