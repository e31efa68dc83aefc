import { isatty } from 'node:tty'
import { pino, type Logger } from 'pino'
import { beginning } from './words.ts'
import { currentTrace } from './trace/request-trace.ts'
import { createLineWriter, type LineWriter } from './line-writer.ts'
import { toText } from './terminal/log-text.ts'

const STANDARD_OUTPUT = 1

/** Level numbers of pino's log lines. */
export const LEVEL_NUMBER = { info: 30, warn: 40, error: 50 } as const

export interface Log {
  readonly pino: Logger
  /** Writes one finished line (with its `\n`) without pino's formatting; the caller has checked the level. */
  writeLine(line: string): void
  isEnabled(level: keyof typeof LEVEL_NUMBER): boolean
  /** Resolves when every line is written. Await it last in every thread that has a log. */
  flush(): Promise<void>
  /** Writes as much as possible at once, before an exit after a fatal error. */
  flushSync(): void
}

const writers = new Set<LineWriter>()

/** Writes all logs before an exit that awaits nothing. */
function flushAll(): void {
  for (const writer of writers) writer.flushSync()
}

/** Length limits of messages and stacks. The line then fits what a pipe writes atomically (4 KiB), even if every character is escaped. */
const MESSAGE_LIMIT = 400
const STACK_LIMIT = 1200

/** The `err` of a line. It is an object in each, since stores of documents refuse a member of several types. */
interface LoggedError {
  readonly type: string
  readonly message: string
  readonly stack?: string
  readonly code?: string
  readonly cause?: string
}

/**
 * Describes an error for a line, with these members only. Libraries attach whole commands and their arguments to their
 * errors. Those make lines too long for an atomic write to a pipe, and they do not belong in the log.
 */
function describeError(error: unknown): LoggedError {
  if (!(error instanceof Error)) return { type: typeof error, message: beginning(String(error), MESSAGE_LIMIT) }
  const { code } = error as NodeJS.ErrnoException
  return {
    type: error.name,
    message: beginning(error.message, MESSAGE_LIMIT),
    ...(error.stack === undefined ? {} : { stack: beginning(error.stack, STACK_LIMIT) }),
    ...(code === undefined ? {} : { code }),
    ...(error.cause instanceof Error ? { cause: beginning(error.cause.message, MESSAGE_LIMIT) } : {}),
  }
}

/** Leads from a line to the trace of the request for which it was written. */
function traceMembers(): { readonly traceId?: string } {
  const trace = currentTrace()
  return trace === null ? {} : { traceId: trace.traceId }
}

/**
 * Creates a log of JSON lines. Lines are collected and written off this thread, so a thread must `flush` before it
 * ends.
 *
 * @param options.bindings Members of every line that goes through `pino`, such as the name of the thread.
 * @param options.fd File descriptor; standard output when absent.
 * @param options.format Form of the lines; JSON when absent.
 */
export function createLog(options: {
  readonly level: string
  readonly bindings?: Readonly<Record<string, unknown>>
  readonly fd?: number
  readonly format?: 'json' | 'text'
}): Log {
  const writer = createLineWriter(options.fd ?? STANDARD_OUTPUT)
  if (writers.size === 0) process.once('exit', flushAll)
  writers.add(writer)
  const target = options.format === 'text' ? asText(writer, options.fd ?? STANDARD_OUTPUT) : writer
  const logger = pino(
    { level: options.level, base: options.bindings ?? {}, serializers: { err: describeError }, mixin: traceMembers },
    target,
  )
  // The level never changes, and asking pino for each request takes longer than a comparison.
  const lowest = logger.levelVal
  return {
    pino: logger,
    writeLine: (line) => target.write(line),
    isEnabled: (level) => LEVEL_NUMBER[level] >= lowest,
    flush: () => writer.flush(),
    flushSync: () => writer.flushSync(),
  }
}

/** Writes lines as words. On a terminal each removes what a progress bar has left of its line. */
function asText(writer: LineWriter, descriptor: number): Pick<LineWriter, 'write'> {
  const start = isatty(descriptor) ? '\r\u001B[2K' : ''
  return { write: (line) => writer.write(`${start}${toText(line)}`) }
}

/** Creates an `onFault` that logs errors, for parts that continue after a fault. */
export function logFaults(log: Pick<Log, 'pino'>): (message: string, cause: unknown) => void {
  return (message, cause) => log.pino.error({ err: cause }, message)
}

/**
 * Lets one event through in each interval, so that events which strangers cause by the thousand make few lines.
 *
 * @param now Monotonic clock, in milliseconds.
 * @returns a function to call for each event. It returns the number of events that were left out since the last one that it
 * let through, or null if this one is to be left out too.
 */
export function createSampler(intervalMs: number, now = () => performance.now()): () => number | null {
  let silentUntilMs = -Infinity
  let leftOut = 0
  return () => {
    const nowMs = now()
    if (nowMs < silentUntilMs) {
      leftOut++
      return null
    }
    silentUntilMs = nowMs + intervalMs
    const more = leftOut
    leftOut = 0
    return more
  }
}
