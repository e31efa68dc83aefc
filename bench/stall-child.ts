/** Entry of a process that asks a host as fast as it answers. It reports how many answers of each status came. */
import { Agent, request } from 'node:http'
import { ATTACKS, type AttackName, type AttackPlan } from './stall-attacks.ts'

const [name = '', connections = '1', origins = '{}', addresses = 'one'] = process.argv.slice(2)
const attack: AttackPlan = ATTACKS[name as AttackName]
const origin = (JSON.parse(origins) as Readonly<Record<string, string>>)[attack.host] ?? ''
const agent = new Agent({ keepAlive: true, maxSockets: Number(connections) })
const counted: Record<string, number> = {}
let bytes = 0
let stopped = false

process.on('message', () => {
  stopped = true
  process.send?.({ counted, bytes }, () => process.exit())
})

await Promise.all(
  Array.from({ length: Number(connections) }, async (_, connection) => {
    for (let n = 0; !stopped; n++) await ask(connection * 1_000_000 + n)
  }),
)

async function ask(n: number): Promise<void> {
  const { body, fields = {}, path, type = 'application/json' } = attack.request(n)
  const status = await new Promise<string>((resolve) => {
    const asked = request(
      `${origin}${path}`,
      {
        agent,
        method: body === undefined ? 'GET' : 'POST',
        headers: {
          ...(addresses === 'many' ? { 'X-Forwarded-For': `10.${(n >> 16) & 255}.${(n >> 8) & 255}.${n & 255}` } : {}),
          Accept: 'application/json, text/event-stream',
          ...(body === undefined ? {} : { 'Content-Type': type }),
          ...fields,
        },
      },
      (answer) => {
        answer.on('data', (chunk: Buffer) => (bytes += chunk.length))
        answer.on('close', () => resolve(String(answer.statusCode)))
      },
    )
    asked.on('error', () => resolve('cut'))
    asked.end(body)
  })
  counted[status] = (counted[status] ?? 0) + 1
}
