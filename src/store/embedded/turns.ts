import type { MessagePort } from 'node:worker_threads'
import type { ChannelMessage } from './messages.ts'
import { NO_TRANSACTION, queryMessage, READY, READY_BYTES, type Execute } from './wire.ts'

const ROLLBACK = queryMessage('rollback')

interface Channel {
  readonly port: MessagePort
  readonly number: number
  open: boolean
}

export interface Turns {
  /** Serves the channels of a port until it closes. */
  serve(port: MessagePort): void
  /** Runs work between two statements, outside any transaction. */
  between(work: () => Promise<void>): Promise<void>
  /** Answers running statements and no further ones. */
  close(): Promise<void>
}

/**
 * Shares one database session among many channels, statement by statement. A channel that has begun a transaction has the session
 * alone until it ends. A channel that falls silent in a transaction loses the transaction and is closed.
 */
export function createTurns(execute: Execute, { silenceLimitMs }: { readonly silenceLimitMs: number }): Turns {
  const ports = new Map<MessagePort, Map<number, Channel>>()
  let waiting: { readonly channel: Channel; readonly bytes: Uint8Array }[] = []
  let pauses: (() => Promise<void>)[] = []
  let holder: Channel | null = null
  let silence: NodeJS.Timeout | undefined
  let busy = false
  let closed = false
  let onIdle = (): void => {}

  function takeNext(): { readonly channel: Channel; readonly bytes: Uint8Array } | undefined {
    const at = holder === null ? 0 : waiting.findIndex(({ channel }) => channel === holder)
    return at === -1 ? undefined : waiting.splice(at, 1)[0]
  }

  async function pump(): Promise<void> {
    if (busy) return
    busy = true
    while (!closed) {
      if (holder !== null && !holder.open) await rollback()
      const pause = holder === null ? pauses.shift() : undefined
      if (pause !== undefined) {
        await pause()
        continue
      }
      const next = takeNext()
      if (next === undefined) break
      clearTimeout(silence)
      const answer = await execute(next.bytes)
      const ready = answer.at(-READY_BYTES) === READY ? answer.at(-1) : undefined
      holder = ready === NO_TRANSACTION ? null : next.channel
      post(next.channel, answer)
    }
    busy = false
    if (holder !== null && !closed) awaitHolder(holder)
    onIdle()
  }

  function awaitHolder(channel: Channel): void {
    clearTimeout(silence)
    silence = setTimeout(() => {
      if (busy || holder !== channel) return
      post(channel, null)
      // The channel stays known until its client knows of the end: bytes that it sends now are no statement of their own.
      shut(channel)
    }, silenceLimitMs)
  }

  async function rollback(): Promise<void> {
    await execute(ROLLBACK)
    holder = null
  }

  function shut(channel: Channel): void {
    channel.open = false
    waiting = waiting.filter((each) => each.channel !== channel)
    void pump()
  }

  return {
    serve(port) {
      const channels = new Map<number, Channel>()
      ports.set(port, channels)
      port.on('message', ({ channel: number, bytes }: ChannelMessage) => {
        let channel = channels.get(number)
        if (bytes === null) {
          channels.delete(number)
          if (channel !== undefined) shut(channel)
          return
        }
        if (channel === undefined) {
          channel = { port, number, open: true }
          channels.set(number, channel)
        }
        if (!channel.open) return
        waiting.push({ channel, bytes })
        void pump()
      })
      port.on('close', () => {
        ports.delete(port)
        for (const channel of channels.values()) shut(channel)
      })
    },
    between: (work) =>
      new Promise((resolve, reject) => {
        pauses.push(() => work().then(resolve, reject))
        void pump()
      }),
    async close() {
      closed = true
      clearTimeout(silence)
      if (busy) await new Promise<void>((resolve) => (onIdle = resolve))
      for (const port of ports.keys()) port.close()
      if (holder !== null) await rollback()
    },
  }
}

function post({ port, number, open }: Channel, bytes: ChannelMessage['bytes']): void {
  if (!open) return
  const message: ChannelMessage = { channel: number, bytes }
  port.postMessage(message, bytes === null ? [] : [bytes.buffer])
}
