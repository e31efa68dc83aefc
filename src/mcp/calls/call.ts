import type { RpcExchange } from '../../http/route/rpc-route.ts'
import { acceptsEvents } from '../accept.ts'
import type { KeepAlive } from '../keep-alive.ts'
import { readCapabilities } from '../capabilities.ts'
import { CODE, FIELD, isRpcId, LINKS_SINCE, LOG_LEVELS, META, toIdJson } from '../protocol.ts'
import type { JsonObject, RpcRequest } from '../protocol.ts'
import { sendError } from '../replies.ts'
import type { Session } from '../session.ts'
import type { CallContext, ClientCapabilities, LogLevel } from '../features/tool.ts'

/** Services that calls share. */
export interface CallServices {
  readonly keepAlive: KeepAlive
  /** Whether the endpoint sends log messages to clients. */
  readonly logging: boolean
}

/** A request that runs code of a feature. It is a class, since every call creates an object of this shape. */
export class Call implements CallContext {
  readonly exchange: RpcExchange
  readonly idJson: string
  readonly method: string
  readonly params: JsonObject
  readonly meta: JsonObject | undefined
  /** Whether the call is of revision 2026-07-28. */
  readonly modern: boolean
  /** Null for revision 2026-07-28, and at endpoints without sessions. */
  readonly session: Session | null
  inputResponses: Readonly<Record<string, unknown>> | undefined
  requestState: unknown
  /**
   * Whether a lost connection aborts the call. A call that writes is finished if its client may not know that it has
   * cancelled.
   */
  endsWithConnection: boolean
  readonly #services: CallServices
  #controller: AbortController | null = null
  #cancelled = false

  constructor(
    services: CallServices,
    exchange: RpcExchange,
    request: RpcRequest,
    meta: JsonObject | undefined,
    modern: boolean,
    session: Session | null,
  ) {
    this.exchange = exchange
    this.idJson = toIdJson(request.id)
    this.method = request.method
    this.params = request.params
    this.meta = meta
    this.modern = modern
    this.session = session
    this.inputResponses = undefined
    this.requestState = undefined
    this.endsWithConnection = true
    this.#services = services
  }

  get subject(): string | null {
    return this.exchange.subject
  }

  get principal(): unknown {
    return this.exchange.principal
  }

  /** Signal that aborts the call. It is created on first use, since most calls never use it. */
  get signal(): AbortSignal {
    if (this.#controller === null) {
      const controller = new AbortController()
      this.#controller = controller
      if (this.#cancelled) controller.abort()
      else if (this.endsWithConnection) {
        if (this.exchange.done) controller.abort()
        else this.exchange.onClose((aborted) => aborted && controller.abort())
      }
    }
    return this.#controller.signal
  }

  get clientCapabilities(): ClientCapabilities {
    if (this.modern) return readCapabilities(this.meta?.[META.clientCapabilities])
    return this.session?.record.capabilities ?? {}
  }

  /**
   * Whether the client's revision has links in results. Clients of older ones refuse content of a kind that they do not know.
   * They name their revision when they begin a session, or else in a header field, which is as old as links are.
   */
  get knowsLinks(): boolean {
    if (this.modern) return true
    const version = this.session?.record.protocolVersion ?? this.exchange.field(FIELD.version)
    return version >= LINKS_SINCE
  }

  /** Whether the client accepts notifications before the answer. */
  get streams(): boolean {
    return acceptsEvents(this.exchange.field(FIELD.accept))
  }

  /** Ends the call when the client no longer wants an answer. */
  cancel(): void {
    if (this.#cancelled) return
    this.#cancelled = true
    this.#controller?.abort()
    this.exchange.empty(202)
  }

  /**
   * Ends the call when its client's access has been revoked. The call is answered, rather than its connection broken, so
   * that the client asks for access again.
   */
  revoke(): void {
    if (this.#cancelled) return
    this.#cancelled = true
    this.#controller?.abort()
    sendError(this.exchange, 200, { code: CODE.serverError, message: 'Access was revoked' }, this.idJson)
  }

  progress(progress: number, total?: number, message?: string): void {
    const progressToken = this.meta?.['progressToken']
    if (isRpcId(progressToken)) {
      this.#notify('notifications/progress', { progressToken, progress, total, message }, 'progress')
    }
  }

  log(level: LogLevel, data: unknown, logger?: string): void {
    if (this.#services.logging && this.#wants(level)) this.#notify('notifications/message', { level, data, logger })
  }

  /**
   * Sends a message before the answer, which makes the answer a stream. A slow reader gets the newest message of each
   * `key`.
   */
  send(message: string, key?: string): void {
    const { exchange } = this
    if (exchange.done) return
    const first = !exchange.streaming
    const stream = exchange.events()
    if (first) {
      const { keepAlive } = this.#services
      keepAlive.add(stream)
      exchange.onClose(() => keepAlive.remove(stream))
    }
    stream.send(message, key)
  }

  #notify(method: string, params: object, key?: string): void {
    if (this.exchange.done || !this.streams) return
    this.send(JSON.stringify({ jsonrpc: '2.0', method, params }), key)
  }

  /** Tells whether the client wants log messages of a level. In revision 2026-07-28 every request must ask for them. */
  #wants(level: LogLevel): boolean {
    const wanted = this.modern ? this.meta?.[META.logLevel] : (this.session?.record.logLevel ?? 'debug')
    return wanted !== undefined && LOG_LEVELS.indexOf(level) >= (LOG_LEVELS as readonly unknown[]).indexOf(wanted)
  }
}
