import { endOfMessage, HEAD_BYTES, joinBytes, joinMessage, NO_TRANSACTION, QUERY, queryMessage } from './wire.ts'
import type { Execute } from './wire.ts'

/** Limit of kept statement texts; there are more texts than anybody repeats. */
const STATEMENTS_LIMIT = 300
/** Limit of a kept statement. Longer statements insert many rows at once and rarely recur. */
const PARSE_LIMIT_BYTES = 8192

const PARSE = 0x50
const BIND = 0x42
/** Message types after Bind: Describe, Execute, Sync. */
const AFTER_BIND = [0x44, 0x45, 0x53]
const PARSE_COMPLETE = 0x31
const DEALLOCATE = queryMessage('deallocate all')

const REPEATABLE = /^\s*(?:select|insert|update|delete|with)\b/i
/** One statement that cannot change the meaning of another. */
const HARMLESS = /^\s*(?:select|insert|update|delete|with|begin|commit|rollback)\b[^;]*$/i

/**
 * Prepares each statement once for all clients, although they send it again with each use. Parsing and planning are two
 * thirds of the cost of a short read here. Clients cannot prepare statements themselves, because they share one
 * session, in which their names would collide.
 *
 * The answer to an already prepared statement lacks ParseComplete: clients wait for it only when they gave a name.
 */
export function prepareOnce(execute: Execute): Execute {
  const names = new Map<string, Uint8Array>()
  let named = 0
  let inTransaction = false
  /** Whether a statement may have changed the meaning of others: tables of another form, or another setting. */
  let stale = false

  async function run(bytes: Uint8Array): Promise<Uint8Array<ArrayBuffer>> {
    const answer = await execute(bytes)
    inTransaction = answer.at(-1) !== NO_TRANSACTION
    return answer
  }

  async function prepare(key: string, bytes: Uint8Array, bindAt: number): Promise<Uint8Array<ArrayBuffer>> {
    if (names.size >= STATEMENTS_LIMIT) return run(bytes)
    // No name is used twice: after a failure, nobody knows whether the name is defined.
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
 * Offset of Bind in the bytes of a client, if they are a statement worth keeping: Parse and Bind without names, Describe, Execute,
 * Sync. Null for anything else.
 */
function findBind(bytes: Uint8Array): number | null {
  const bindAt = bytes[0] === PARSE && bytes[HEAD_BYTES] === 0 ? endOfMessage(bytes, 0) : 0
  const isParseThenBind = bindAt > 0 && bindAt <= PARSE_LIMIT_BYTES && bytes[bindAt] === BIND
  // The names of the portal and of the statement are both empty.
  if (!isParseThenBind || bytes[bindAt + HEAD_BYTES] !== 0 || bytes[bindAt + HEAD_BYTES + 1] !== 0) return null
  let at = endOfMessage(bytes, bindAt)
  for (const type of AFTER_BIND) {
    if (bytes[at] !== type) return null
    at = endOfMessage(bytes, at)
  }
  return at === bytes.length && REPEATABLE.test(textOf(bytes)) ? bindAt : null
}

/** Bind and the following messages, for the statement of that name. */
function bindTo(name: Uint8Array, bytes: Uint8Array, bindAt: number): Uint8Array<ArrayBuffer> {
  const nameAt = bindAt + HEAD_BYTES + 1
  const bindEnd = endOfMessage(bytes, bindAt)
  const bind = joinMessage([bytes.subarray(bindAt, nameAt), name, bytes.subarray(nameAt, bindEnd)])
  return joinBytes([bind, bytes.subarray(bindEnd)])
}

/** Text of a Query, or of a Parse without a name; '' for anything else. */
function textOf(bytes: Uint8Array): string {
  const from = bytes[0] === QUERY ? HEAD_BYTES : HEAD_BYTES + 1
  const end = bytes.indexOf(0, from)
  return bytes[0] === QUERY || bytes[0] === PARSE ? latin1(bytes, from, end) : ''
}

function latin1(bytes: Uint8Array, from: number, end: number): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1', from, Math.max(from, end))
}
