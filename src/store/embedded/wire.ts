/** Length of the type and length fields of a message of the PostgreSQL wire protocol. */
export const HEAD_BYTES = 5
export const QUERY = 0x51
/** The last message of an answer is ReadyForQuery, which ends with the transaction state. */
export const READY = 0x5a
export const READY_BYTES = 6
export const NO_TRANSACTION = 0x49
export const FAILED_TRANSACTION = 0x45

/** Executes bytes of the wire protocol and returns the bytes of the answer. Calls never overlap. */
export type Execute = (bytes: Uint8Array) => Promise<Uint8Array<ArrayBuffer>>

/** Joins bytes in a new buffer, which can be transferred. */
export function joinBytes(pieces: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(pieces.reduce((total, { length }) => total + length, 0))
  let end = 0
  for (const piece of pieces) {
    bytes.set(piece, end)
    end += piece.length
  }
  return bytes
}

/** Joins pieces into one message; the first begins with a type and four bytes for the length. */
export function joinMessage(pieces: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const message = joinBytes(pieces)
  new DataView(message.buffer).setUint32(1, message.length - 1)
  return message
}

/** Message with a statement without parameters. */
export function queryMessage(text: string): Uint8Array<ArrayBuffer> {
  return joinMessage([new Uint8Array([QUERY, 0, 0, 0, 0]), Buffer.from(`${text}\0`)])
}

/** End of the message that begins at `at`; beyond all bytes when it is cut off. */
export function endOfMessage(bytes: Uint8Array, at: number): number {
  if (at + HEAD_BYTES > bytes.length) return Number.POSITIVE_INFINITY
  return at + 1 + new DataView(bytes.buffer, bytes.byteOffset).getUint32(at + 1)
}
