import type { Socket } from 'node:net'

/** Version of requests and answers. */
export const CONTROL_VERSION = 1
/** Longest request or answer. Passwords do not travel, only their hashes. */
const MESSAGE_LIMIT_BYTES = 64 * 1024

export type ControlAnswer =
  | { readonly outcome: 'done'; readonly result: unknown }
  /** Another process has what the operation needs. */
  | { readonly outcome: 'elsewhere' }
  | { readonly outcome: 'refused' | 'failed'; readonly reason: string }

/** Reads the one line that the other side sends. Rejects if it ends before, or is too long. */
export async function readMessage(socket: Socket): Promise<string> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of socket.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    chunks.push(chunk)
    bytes += chunk.length
    if (bytes > MESSAGE_LIMIT_BYTES) throw new Error(`a message has more than ${MESSAGE_LIMIT_BYTES} bytes`)
    if (chunk.at(-1) === 0x0a) return Buffer.concat(chunks).toString('utf8')
  }
  throw new Error('the connection ended before its message')
}

export function writeMessage(socket: Socket, message: unknown): void {
  socket.end(`${JSON.stringify(message)}\n`)
}
