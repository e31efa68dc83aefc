import { setTimeout as sleep } from 'node:timers/promises'
import { modernFields, modernMessage, type Application, type Json, type Place } from './account-client.ts'

const ARRIVAL_LIMIT_MS = 15_000

export interface AccountStream {
  /** Messages received, beginning with the acknowledgement. */
  readonly events: readonly Json[]
  /** Waits until this number of messages of the method has arrived. Rejects after `ARRIVAL_LIMIT_MS`. */
  received(method: string, times?: number): Promise<void>
  /** Resolves to how the stream ended: with its result, or cut. */
  readonly ended: Promise<'with its result' | 'cut'>
}

/** Opens `subscriptions/listen` and waits for the acknowledgement. Rejects if it is refused. */
export async function listen(
  place: Place,
  application: Application,
  uris: readonly string[] = [],
): Promise<AccountStream> {
  const method = 'subscriptions/listen'
  const notifications = { resourcesListChanged: true, ...(uris.length === 0 ? {} : { resourceSubscriptions: uris }) }
  const response = await fetch(`${place.nodeUrl}/mcp`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${application.tokens.access}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...modernFields(method),
    },
    body: JSON.stringify(modernMessage(method, { notifications })),
  })
  if (response.body === null || response.status !== 200) throw new Error(`no stream: ${response.status}`)
  const events: Json[] = []
  const ended = read(response.body, events)
  const stream: AccountStream = {
    events,
    ended,
    async received(wanted, times = 1) {
      const deadline = Date.now() + ARRIVAL_LIMIT_MS
      while (events.filter((event) => event['method'] === wanted).length < times) {
        if (Date.now() > deadline) throw new Error(`${wanted} has not arrived, but ${JSON.stringify(events)}`)
        await sleep(10)
      }
    },
  }
  await stream.received('notifications/subscriptions/acknowledged')
  return stream
}

async function read(body: ReadableStream<Uint8Array>, events: Json[]): Promise<'with its result' | 'cut'> {
  const decoder = new TextDecoder()
  let rest = ''
  try {
    for await (const chunk of body) {
      const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n')
      rest = lines.pop() ?? ''
      for (const line of lines) {
        if (line.startsWith('data: ')) events.push(JSON.parse(line.slice('data: '.length)) as Json)
      }
    }
  } catch {
    return 'cut'
  }
  return events.at(-1)?.['result'] === undefined ? 'cut' : 'with its result'
}
