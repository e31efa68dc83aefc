import { pino } from 'pino'
import type { Logger } from 'pino'
import { createLineWriter } from './line-writer.ts'
import type { LineWriter } from './line-writer.ts'

const STANDARD_OUTPUT = 1

/** The level numbers of the log lines, as pino writes them. */
export const LEVEL_NUMBER = { info: 30, warn: 40, error: 50 } as const

export interface Log {
  readonly pino: Logger
  /** Writes one finished line (with its `\n`) past pino's formatting; the caller has checked the level. */
  writeLine(line: string): void
  isEnabled(level: keyof typeof LEVEL_NUMBER): boolean
  /** Resolves when every line is out. Await it last in every thread that has a log. */
  flush(): Promise<void>
  /** Writes what can be written at once: for the way out after a fatal error. */
  flushSync(): void
}

const writers = new Set<LineWriter>()

/** For ways out that await nothing. */
function flushAll(): void {
  for (const writer of writers) writer.flushSync()
}

/** Together with the rest of a line they stay below what a pipe takes whole (4 KiB), even where each sign is escaped. */
const MESSAGE_LIMIT = 400
const STACK_LIMIT = 1200

/**
 * What a line says of an error: nothing but this. Libraries hang whole commands and their arguments on their errors, which
 * makes lines too long to stay whole in a pipe, and puts into the log what does not belong there.
 */
function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return typeof error === 'string' ? error.slice(0, MESSAGE_LIMIT) : error
  const { code } = error as NodeJS.ErrnoException
  return {
    type: error.name,
    message: error.message.slice(0, MESSAGE_LIMIT),
    stack: error.stack?.slice(0, STACK_LIMIT),
    ...(code === undefined ? {} : { code }),
    ...(error.cause instanceof Error ? { cause: error.cause.message.slice(0, MESSAGE_LIMIT) } : {}),
  }
}

/**
 * A log of JSON lines. Writing is gathered and off this thread, so a thread must `flush` before it ends.
 *
 * @param options.bindings Members of every line that goes through `pino`, such as the name of the thread.
 * @param options.fd File descriptor; standard output when absent.
 */
export function createLog(options: {
  readonly level: string
  readonly bindings?: Readonly<Record<string, unknown>>
  readonly fd?: number
}): Log {
  const writer = createLineWriter(options.fd ?? STANDARD_OUTPUT)
  if (writers.size === 0) process.once('exit', flushAll)
  writers.add(writer)
  const logger = pino(
    { level: options.level, base: options.bindings ?? {}, serializers: { err: describeError } },
    writer,
  )
  // It stays as it is, and to ask pino for each request takes longer than to count it.
  const lowest = logger.levelVal
  return {
    pino: logger,
    writeLine: (line) => writer.write(line),
    isEnabled: (level) => LEVEL_NUMBER[level] >= lowest,
    flush: () => writer.flush(),
    flushSync: () => writer.flushSync(),
  }
}

/** For the `onFault` of parts that go on all the same: writes what they tell of as errors. */
export function logFaults(log: Pick<Log, 'pino'>): (message: string, cause: unknown) => void {
  return (message, cause) => log.pino.error({ err: cause }, message)
}
