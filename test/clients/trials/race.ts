import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { auth } from '@modelcontextprotocol/sdk/client/auth.js'
import type { Desk } from '../desk.ts'
import { Keeper } from '../oauth-provider.ts'
import type { MatrixService } from '../matrix-service.ts'

const CHILD = fileURLToPath(new URL('race-child.ts', import.meta.url))
const PROCESSES = 4
/** In the first round all have one refresh token, and in the later ones each has what it got before. */
const ROUNDS = 3

/** What the processes of a race share at the start. */
export interface RaceStart {
  readonly library: string
  readonly accountUrl: string
  readonly client: Readonly<Record<string, unknown>>
  readonly refreshToken: string
}

/**
 * Refreshes one grant in several processes at once, again and again, as windows of one program do that share their file of
 * tokens once.
 *
 * @returns what went wrong, or null if each process got a token that works in each round
 */
export async function race(library: string, { account }: MatrixService, desk: Desk): Promise<string | null> {
  const keeper = new Keeper(desk)
  const provider = keeper as never
  await auth(provider, { serverUrl: `${account}/mcp` })
  const callback = await keeper.callback
  await auth(provider, { serverUrl: `${account}/mcp`, authorizationCode: callback?.get('code') ?? '' })
  const start: RaceStart = {
    library,
    accountUrl: account,
    client: keeper.clientInformation(),
    refreshToken: keeper.tokens().refresh_token,
  }
  const children = await Promise.all(Array.from({ length: PROCESSES }, () => startChild(start)))
  try {
    for (let round = 1; round <= ROUNDS; round++) {
      const faults = (await Promise.all(children.map(refresh))).filter((fault) => fault !== null)
      if (faults.length > 0) return `round ${round}: ${faults.length} of ${PROCESSES} processes failed: ${faults[0]}`
    }
    return null
  } finally {
    for (const child of children) child.disconnect()
  }
}

async function startChild(start: RaceStart): Promise<ChildProcess> {
  const child = fork(CHILD, { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
  await told(child)
  child.send(start)
  await told(child)
  return child
}

async function refresh(child: ChildProcess): Promise<string | null> {
  child.send('refresh')
  const fault = await told(child)
  return fault === '' ? null : fault
}

/** Resolves to the next message of a process. Rejects if it ends without one. */
async function told(child: ChildProcess): Promise<string> {
  const ending = new AbortController()
  const ended = once(child, 'exit', { signal: ending.signal }).then(([code]) => {
    throw new Error(`a process of the race ended with ${code}`)
  })
  ended.catch(() => {})
  const [message] = (await Promise.race([once(child, 'message'), ended])) as [string]
  ending.abort()
  return message
}
