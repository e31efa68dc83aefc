import { Duplex } from 'node:stream'
import type { MessagePort } from 'node:worker_threads'
import type { ChannelMessage } from './messages.ts'
import { joinBytes } from './wire.ts'

/** AuthenticationOk and ReadyForQuery: all messages that a client needs before its first statement. */
const WELCOME = Buffer.from([0x52, 0, 0, 0, 8, 0, 0, 0, 0, 0x5a, 0, 0, 0, 5, 0x49])
const TERMINATE = 0x58

/** Connections to the embedded database in the form that `pg` expects: streams that look like sockets. */
export interface PortStreams {
  open(): Duplex
  /** Ends all streams. They also end when the other end closes. */
  close(): void
}

/** Creates many streams through one port. */
export function createPortStreams(port: MessagePort): PortStreams {
  const streams = new Map<number, Duplex>()
  let channels = 0
  let closed = false

  port.on('message', ({ channel, bytes }: ChannelMessage) => {
    const stream = streams.get(channel)
    if (bytes === null) stream?.destroy()
    else stream?.push(Buffer.from(bytes.buffer))
  })
  port.on('close', () => {
    closed = true
    for (const stream of streams.values()) stream.destroy()
  })

  function open(): Duplex {
    const channel = channels++
    let welcomed = false
    const send = (bytes: ChannelMessage['bytes']): void => {
      const message: ChannelMessage = { channel, bytes }
      port.postMessage(message, bytes === null ? [] : [bytes.buffer])
    }
    const stream = new Duplex({
      read() {},
      writev(chunks, done) {
        const bytes = joinBytes(chunks.map(({ chunk }) => chunk as Uint8Array))
        if (!welcomed) {
          welcomed = true
          stream.push(WELCOME)
        } else if (bytes[0] !== TERMINATE) send(bytes)
        done()
      },
      final(done) {
        done()
        stream.destroy()
      },
      destroy(error, done) {
        if (streams.delete(channel) && !closed) send(null)
        done(error)
      },
    })
    streams.set(channel, stream)
    const itself = (): Duplex => stream
    return Object.assign(stream, {
      connect() {
        // The caller adds its listeners only after this call.
        process.nextTick(() => (closed ? stream.destroy() : stream.emit('connect')))
        return stream
      },
      setNoDelay: itself,
      setKeepAlive: itself,
      ref: itself,
      unref: itself,
    })
  }

  return { open, close: () => port.close() }
}
