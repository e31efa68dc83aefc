import type { Caller } from '../http/gate.ts'
import type { EventStream, RpcExchange } from '../http/rpc-route.ts'
import type { Unavailable } from '../shared/unavailable.ts'
import { FIELD, isObject, isRpcId, META } from './protocol.ts'
import type { JsonObject, RpcRequest } from './protocol.ts'

/** The messages of a batch (revision 2025-03-26) by what they are. */
export interface Batch {
  readonly requests: readonly RpcRequest[]
  readonly notifications: readonly JsonObject[]
  readonly responses: readonly JsonObject[]
}

/** Sorts the messages; null: one of them may not stand in a batch. */
export function readBatch(messages: readonly unknown[]): Batch | null {
  const requests: RpcRequest[] = []
  const notifications: JsonObject[] = []
  const responses: JsonObject[] = []
  for (const message of messages) {
    if (!isObject(message) || message['jsonrpc'] !== '2.0') return null
    const { id, method, params = {} } = message
    if (typeof method !== 'string') {
      if (!isRpcId(id) || (message['result'] === undefined && message['error'] === undefined)) return null
      responses.push(message)
      continue
    }
    if (method === 'initialize' || !isObject(params) || claimsVersion(params)) return null
    if (id === undefined) notifications.push(message)
    else if (isRpcId(id)) requests.push({ id, method, params })
    else return null
  }
  return { requests, notifications, responses }
}

/** Whether it says that it belongs to the generation without sessions, which has no batches. */
function claimsVersion({ _meta: meta }: JsonObject): boolean {
  return isObject(meta) && meta[META.protocolVersion] !== undefined
}

/** Exchanges for the requests of a batch: their answers are gathered in order and go out as one array. */
export function splitExchange(whole: RpcExchange, count: number): readonly RpcExchange[] {
  const answers: (string | null)[] = Array.from({ length: count }, () => null)
  let open = count
  const answer = (position: number, body: string | null): void => {
    answers[position] = body
    if (--open > 0) return
    const bodies = answers.filter((body) => body !== null)
    if (bodies.length > 0) whole.json(200, `[${bodies.join(',')}]`)
    else whole.empty(202)
  }
  return Array.from({ length: count }, (_, position) => new BatchPart(whole, position, answer))
}

/** A place in the answer to a batch. It takes JSON only, so nothing can be sent before its answer. */
class BatchPart implements RpcExchange {
  readonly body = ''
  readonly streaming = false
  readonly #whole: RpcExchange
  readonly #position: number
  readonly #answer: (position: number, body: string | null) => void
  #answered = false

  constructor(whole: RpcExchange, position: number, answer: (position: number, body: string | null) => void) {
    this.#whole = whole
    this.#position = position
    this.#answer = answer
  }

  get requestId(): string {
    return this.#whole.requestId
  }

  get rawQuery(): string {
    return this.#whole.rawQuery
  }

  get caller(): Caller {
    return this.#whole.caller
  }

  get subject(): string | null {
    return this.#whole.subject
  }

  get principal(): unknown {
    return this.#whole.principal
  }

  get found(): unknown {
    return this.#whole.found
  }

  get done(): boolean {
    return this.#answered || this.#whole.done
  }

  field(name: string): string {
    return name === FIELD.accept ? 'application/json' : this.#whole.field(name)
  }

  noteUnavailable(error: Unavailable): void {
    this.#whole.noteUnavailable(error)
  }

  onDrain(listener: () => void): void {
    this.#whole.onDrain(listener)
  }

  onClose(listener: (aborted: boolean) => void): void {
    this.#whole.onClose(listener)
  }

  /** No request that may stand in a batch adds any. */
  addHeaders(): void {}

  json(_status: number, body: string): void {
    this.#finish(body)
  }

  empty(): void {
    this.#finish(null)
  }

  events(): EventStream {
    throw new TypeError('a request of a batch has no stream of its own')
  }

  #finish(body: string | null): void {
    if (this.done) return
    this.#answered = true
    this.#answer(this.#position, body)
  }
}
