import { pino } from 'pino'
import type { Logger } from 'pino'

/** Bytes gathered before a write: one page of a pipe, so that lines of several threads do not cut into one another. */
const GATHER_BYTES = 3072
const PIPE_ATOMIC_BYTES = 4096
const FLUSH_INTERVAL_MS = 250
/** When nobody reads the log, lines past this are dropped rather than kept in memory. */
const BACKLOG_LIMIT_BYTES = 16 * 1024 * 1024

/** The level numbers of the log lines, as pino writes them. */
export const LEVEL_NUMBER = { info: 30, warn: 40, error: 50 } as const

export interface Log {
  readonly pino: Logger
  /** Writes one finished line (with its `\n`) past pino's formatting; the caller has checked the level. */
  writeLine(line: string): void
  isEnabled(level: keyof typeof LEVEL_NUMBER): boolean
  /** Writes what is gathered and returns when it is out. Call it last in every thread that has a log. */
  flush(): void
}

/**
 * A log of JSON lines on standard output. Writing is gathered and asynchronous, so a thread must `flush` before it ends.
 *
 * @param bindings Members of every line that goes through `pino`, such as the name of the thread.
 */
export function createLog(options: {
  readonly level: string
  readonly bindings?: Readonly<Record<string, unknown>>
  readonly fd?: number
}): Log {
  const destination = pino.destination({
    dest: options.fd ?? 1,
    sync: false,
    minLength: GATHER_BYTES,
    maxWrite: PIPE_ATOMIC_BYTES,
    maxLength: BACKLOG_LIMIT_BYTES,
    periodicFlush: FLUSH_INTERVAL_MS,
  })
  const logger = pino({ level: options.level, base: options.bindings ?? {} }, destination)
  return {
    pino: logger,
    writeLine: (line) => {
      destination.write(line)
    },
    isEnabled: (level) => logger.isLevelEnabled(level),
    flush: () => destination.flushSync(),
  }
}
