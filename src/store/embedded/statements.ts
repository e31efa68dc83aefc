import { endOfMessage, HEAD_BYTES, joinBytes, joinMessage, QUERY, queryMessage } from './wire.ts'

/** Bytes of the wire protocol in, bytes of the answer out; never called while it runs. */
export type Execute = (bytes: Uint8Array) => Promise<Uint8Array<ArrayBuffer>>

/** Texts that are kept; there are more than anybody repeats. */
const STATEMENTS_LIMIT = 300
/** A longer one inserts many rows at once, and hardly comes again as it was. */
const PARSE_LIMIT_BYTES = 8192

const PARSE = 0x50
const BIND = 0x42
/** Describe, Execute, Sync. */
const AFTER_BIND = [0x44, 0x45, 0x53]
const PARSE_COMPLETE = 0x31
const NO_TRANSACTION = 0x49
const DEALLOCATE = queryMessage('deallocate all')

const REPEATABLE = /^\s*(?:select|insert|update|delete|with)\b/i
/** One statement that changes the meaning of no other. */
const HARMLESS = /^\s*(?:select|insert|update|delete|with|begin|commit|rollback)\b[^;]*$/i

/**
 * Prepares each statement once for all clients, though they send it anew with each use: to parse and plan it is two thirds of what a
 * short read costs here. They cannot do so themselves, since all of them are one session, in which their names would clash.
 *
 * ParseComplete is missing in the answer to a statement that is prepared already: clients wait for it only where they gave a name.
 */
export function prepareOnce(execute: Execute): Execute {
  const names = new Map<string, Uint8Array>()
  let named = 0
  let inTransaction = false
  /** Something was said that may give statements another meaning: tables of another form, another setting. */
  let stale = false

  async function run(bytes: Uint8Array): Promise<Uint8Array<ArrayBuffer>> {
    const answer = await execute(bytes)
    inTransaction = answer.at(-1) !== NO_TRANSACTION
    return answer
  }

  async function prepare(key: string, bytes: Uint8Array, bindAt: number): Promise<Uint8Array<ArrayBuffer>> {
    if (names.size >= STATEMENTS_LIMIT) return run(bytes)
    // No name is given twice: of one that failed, nobody knows whether it stands for something.
    const name = Buffer.from(`s${named++}`)
    const parse = joinMessage([bytes.subarray(0, HEAD_BYTES), name, bytes.subarray(HEAD_BYTES, bindAt)])
    const answer = await run(joinBytes([parse, bindTo(name, bytes, bindAt)]))
    if (answer[0] === PARSE_COMPLETE) names.set(key, name)
    return answer
  }

  return async (bytes) => {
    const bindAt = findBind(bytes)
    if (bindAt === null) {
      stale ||= !HARMLESS.test(textOf(bytes))
      return run(bytes)
    }
    if (stale && !inTransaction) {
      await execute(DEALLOCATE)
      names.clear()
      stale = false
    }
    if (stale) return run(bytes)
    const key = latin1(bytes, HEAD_BYTES, bindAt)
    const name = names.get(key)
    return name === undefined ? prepare(key, bytes, bindAt) : run(bindTo(name, bytes, bindAt))
  }
}

/**
 * Where Bind begins in what a client says at once, if that is a statement worth keeping: Parse and Bind without names, Describe,
 * Execute, Sync. Null: anything else.
 */
function findBind(bytes: Uint8Array): number | null {
  const bindAt = bytes[0] === PARSE && bytes[HEAD_BYTES] === 0 ? endOfMessage(bytes, 0) : 0
  const isParseThenBind = bindAt > 0 && bindAt <= PARSE_LIMIT_BYTES && bytes[bindAt] === BIND
  // Two empty names: of the portal and of the statement.
  if (!isParseThenBind || bytes[bindAt + HEAD_BYTES] !== 0 || bytes[bindAt + HEAD_BYTES + 1] !== 0) return null
  let at = endOfMessage(bytes, bindAt)
  for (const type of AFTER_BIND) {
    if (bytes[at] !== type) return null
    at = endOfMessage(bytes, at)
  }
  return at === bytes.length && REPEATABLE.test(textOf(bytes)) ? bindAt : null
}

/** Bind and what follows, for the statement of that name. */
function bindTo(name: Uint8Array, bytes: Uint8Array, bindAt: number): Uint8Array<ArrayBuffer> {
  const nameAt = bindAt + HEAD_BYTES + 1
  const bindEnd = endOfMessage(bytes, bindAt)
  const bind = joinMessage([bytes.subarray(bindAt, nameAt), name, bytes.subarray(nameAt, bindEnd)])
  return joinBytes([bind, bytes.subarray(bindEnd)])
}

/** Text of a Query, or of a Parse without a name; '' of anything else. */
function textOf(bytes: Uint8Array): string {
  const from = bytes[0] === QUERY ? HEAD_BYTES : HEAD_BYTES + 1
  const end = bytes.indexOf(0, from)
  return bytes[0] === QUERY || bytes[0] === PARSE ? latin1(bytes, from, end) : ''
}

function latin1(bytes: Uint8Array, from: number, end: number): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1', from, Math.max(from, end))
}
