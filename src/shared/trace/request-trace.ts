import { AsyncLocalStorage } from 'node:async_hooks'

/** The trace of one request. Times are those of `performance.now()` of its thread. */
export interface RequestTrace {
  /** 32 hexadecimal digits. */
  readonly traceId: string
  /** Field `traceparent` for requests that are made for this one. */
  readonly traceparent: string
  /** Whether its spans are wanted. */
  readonly sampled: boolean
  /** Adds a finished part. It holds nothing that a client sent. */
  add(part: TracePart): void
  end(status: number, attributes: Readonly<Record<string, string>>): void
}

interface TracePart {
  readonly name: string
  readonly startMs: number
  readonly endMs: number
  readonly attributes?: Readonly<Record<string, string>>
  /** Whether it waited for another program. */
  readonly isClient?: boolean
  readonly failed?: boolean
}

export interface Tracer {
  /** @param field Reads a header field of the request; `''` where it is absent. */
  begin(name: string, field: (name: string) => string, attributes: Readonly<Record<string, string>>): RequestTrace
  /** Sends what is left, in bounded time. */
  close(): Promise<void>
}

/** The tracer of this thread, or null where nothing is traced. */
let tracer: Tracer | null = null
/** Exists only while there is a tracer, as it has a price for each promise. */
let storage: AsyncLocalStorage<RequestTrace> | null = null

/** Has requests of this thread traced. It must come before its hosts are made. */
export function traceRequests(by: Tracer): void {
  tracer = by
  storage = new AsyncLocalStorage()
}

export function activeTracer(): Tracer | null {
  return tracer
}

/** The trace of the request for which this code runs, or null if its parts are not wanted. */
export function currentTrace(): RequestTrace | null {
  return storage?.getStore() ?? null
}

/** Calls a function for the request of that trace. */
export function inTrace<T>(trace: RequestTrace | null, call: () => T): T {
  return trace?.sampled !== true || storage === null ? call() : storage.run(trace, call)
}
