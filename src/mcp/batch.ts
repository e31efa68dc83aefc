import type { Caller } from '../http/route/gate.ts'
import type { Headers } from '../http/wire/header-block.ts'
import type { BodyPart, EventStream, RpcExchange } from '../http/route/rpc-route.ts'
import type { RefusalReason } from '../shared/result.ts'
import type { Unavailable } from '../shared/unavailable.ts'
import { FIELD, isObject, isRpcId, META, readObject, type JsonObject, type RpcRequest } from './protocol.ts'

/** The messages of a batch (revision 2025-03-26) by kind. */
export interface Batch {
  readonly requests: readonly RpcRequest[]
  readonly notifications: readonly JsonObject[]
  readonly responses: readonly JsonObject[]
}

/** Sorts the messages of a batch; null: one of them is not allowed in a batch. */
export function readBatch(messages: readonly unknown[]): Batch | null {
  const requests: RpcRequest[] = []
  const notifications: JsonObject[] = []
  const responses: JsonObject[] = []
  for (const message of messages) {
    if (!isObject(message) || message['jsonrpc'] !== '2.0') return null
    const { id, method } = message
    const params = readObject(message['params'])
    if (typeof method !== 'string') {
      if (!isRpcId(id) || (message['result'] === undefined && message['error'] === undefined)) return null
      responses.push(message)
      continue
    }
    if (method === 'initialize' || params === null || claimsVersion(params)) return null
    if (id === undefined) notifications.push(message)
    else if (isRpcId(id)) requests.push({ id, method, params })
    else return null
  }
  return { requests, notifications, responses }
}

/** Tells whether a message claims revision 2026-07-28, which has no batches. */
function claimsVersion({ _meta: meta }: JsonObject): boolean {
  return isObject(meta) && meta[META.protocolVersion] !== undefined
}

/** Answer to one request of a batch. */
interface PartAnswer {
  readonly status: number
  /** JSON text; null: the answer has no body. */
  readonly body: string | null
  readonly headers: Headers
}

/** Splits the exchange of a batch into one for each request. Their answers are collected in order and sent as one array. */
export function splitExchange(whole: RpcExchange, count: number): readonly RpcExchange[] {
  const answers: PartAnswer[] = []
  let open = count
  const answer = (position: number, part: PartAnswer): void => {
    answers[position] = part
    if (--open > 0) return
    const bodies = answers.map(({ body }) => body).filter((body) => body !== null)
    // If no part was carried out, the client may send the whole batch again.
    const refusal = answers.every(({ status }) => status === UNAVAILABLE) ? answers[0] : undefined
    if (refusal !== undefined) whole.addHeaders(refusal.headers)
    if (bodies.length > 0) whole.json(refusal?.status ?? 200, `[${bodies.join(',')}]`)
    else whole.empty(202)
  }
  return Array.from({ length: count }, (_, position) => new BatchPart(whole, position, answer))
}

const UNAVAILABLE = 503

/** Exchange of one request of a batch. It takes JSON only, so nothing can be sent before its answer. */
class BatchPart implements RpcExchange {
  readonly body = ''
  readonly streaming = false
  readonly #whole: RpcExchange
  readonly #position: number
  readonly #answer: (position: number, part: PartAnswer) => void
  #headers: Headers = []
  #answered = false

  constructor(whole: RpcExchange, position: number, answer: (position: number, part: PartAnswer) => void) {
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

  get parts(): readonly BodyPart[] {
    return this.#whole.parts
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

  recordUnavailable(error: Unavailable): void {
    this.#whole.recordUnavailable(error)
  }

  refused(reason: RefusalReason): void {
    this.#whole.refused(reason)
  }

  onDrain(listener: () => void): void {
    this.#whole.onDrain(listener)
  }

  onClose(listener: (aborted: boolean) => void): void {
    this.#whole.onClose(listener)
  }

  addHeaders(headers: Headers): void {
    this.#headers = headers
  }

  json(status: number, body: string): void {
    this.#finish(status, body)
  }

  empty(status: number): void {
    this.#finish(status, null)
  }

  events(): EventStream {
    throw new TypeError('a request of a batch has no stream of its own')
  }

  #finish(status: number, body: string | null): void {
    if (this.done) return
    this.#answered = true
    this.#answer(this.#position, { status, body, headers: this.#headers })
  }
}
