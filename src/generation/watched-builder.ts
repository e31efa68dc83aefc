import { closeSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { BuilderInput, BuilderMessage } from './builder-messages.ts'
import type { PrepareRequest } from './prepare.ts'
import { createBoard, readBoard, type Work } from './work-board.ts'

/** A builder that has been at the same for this long hangs. Pages and steps have deadlines of their own, which are shorter. */
const HUNG_AFTER_MS = 600_000
/** Least time between two lines about a long build. */
const HEARTBEAT_MS = 15_000
const LOOK_INTERVAL_MS = 1000
/** A page that is read for this long and was saved meanwhile is read again at once. Ordinary pages take less. */
const LONG_READ_MS = 1000
/** Times of files may be older than the clock by this much. */
const CLOCK_STEP_MS = 20

export interface BuilderLimits {
  readonly hungAfterMs?: number
  readonly heartbeatMs?: number
  readonly longReadMs?: number
}

/** Last message of a builder, or what stands for it. */
export type BuilderAnswer = Extract<BuilderMessage, { readonly type: 'done' | 'failed' }>

/** `outdated`: it was ended, since the file that it was reading has changed. */
type BuildOutcome = BuilderAnswer | { readonly type: 'outdated' }

/** A build that runs in its own thread. */
export interface WatchedBuilder {
  /** Always resolves: a thread that dies or hangs has failed. */
  readonly outcome: Promise<BuildOutcome>
  /** Resolves when the thread has ended, which one that hangs in a single call of V8 may do much later. */
  readonly ended: Promise<void>
  /** Ends the build where it has been reading a file for long that has been saved meanwhile. */
  endIfOutdated(): Promise<void>
}

/** @param onMessage Receives progress, log lines and faults. */
export function startBuilder(
  input: PrepareRequest,
  onMessage: (message: BuilderMessage) => void,
  { hungAfterMs = HUNG_AFTER_MS, heartbeatMs = HEARTBEAT_MS, longReadMs = LONG_READ_MS }: BuilderLimits = {},
): WatchedBuilder {
  const board = createBoard()
  const file = import.meta.url.endsWith('.ts') ? '../threads/builder.ts' : '../threads/builder.js'
  const workerData: BuilderInput = { ...input, board }
  // The descriptors of the thread must outlive it: they are the files of the generation.
  const worker = new Worker(new URL(file, import.meta.url), { workerData, trackUnmanagedFds: false })
  const ended = new Promise<void>((resolve) => worker.once('exit', () => resolve()))
  const log = (level: 'info' | 'warn', message: string, details: Readonly<Record<string, unknown>>): void =>
    onMessage({ type: 'log', level, message, details })
  let loggedAt = performance.now()
  let isSettled = false
  let resolveOutcome: (outcome: BuildOutcome) => void = () => {}
  const outcome = new Promise<BuildOutcome>((resolve) => (resolveOutcome = resolve))

  /** Takes the first outcome. A later answer has an effect on its descriptors alone. */
  function settle(found: BuildOutcome): void {
    if (isSettled && found.type === 'done' && found.outcome !== 'unchanged') {
      for (const fd of found.descriptors) closeSync(fd)
    }
    isSettled = true
    clearInterval(timer)
    resolveOutcome(found)
  }

  function end(why: BuildOutcome): void {
    settle(why)
    void worker.terminate()
  }

  function look(): void {
    const work = readBoard(board)
    if (work === null) return
    if (work.ms >= hungAfterMs) {
      end({
        type: 'failed',
        reason: `the build hung and was ended: it was at ${nameOf(work)} for ${secondsOf(work)} s`,
      })
    } else if (performance.now() - loggedAt >= heartbeatMs) {
      loggedAt = performance.now()
      const details = { at: nameOf(work), seconds: secondsOf(work) }
      if (work.ms >= heartbeatMs) log('warn', 'a build has been at the same for long', details)
      else log('info', 'a build is under way', details)
    }
  }

  const timer = setInterval(look, Math.min(LOOK_INTERVAL_MS, hungAfterMs, heartbeatMs)).unref()
  worker.on('message', (message: BuilderMessage) => {
    if (message.type === 'done' || message.type === 'failed') settle(message)
    else if (!isSettled) onMessage(message)
  })
  worker.on('error', (error) => settle({ type: 'failed', reason: error.stack ?? error.message }))
  worker.on('exit', () => settle({ type: 'failed', reason: 'the builder thread ended without an answer' }))
  return {
    outcome,
    ended,
    async endIfOutdated() {
      const work = readBoard(board)
      if (work === null || work.file === '' || work.ms < longReadMs) return
      const beganAtMs = Date.now() - work.ms - CLOCK_STEP_MS
      const changedAtMs = await stat(join(input.contentDir, work.file)).then(
        ({ ctimeMs, mtimeMs }) => Math.max(ctimeMs, mtimeMs),
        () => Date.now(),
      )
      if (isSettled || changedAtMs < beganAtMs || readBoard(board)?.file !== work.file) return
      log('info', 'the file that is read for long was saved, so the build begins again', { at: nameOf(work) })
      end({ type: 'outdated' })
    },
  }
}

function nameOf({ file, step }: Work): string {
  return file === '' ? step : `${step} ${file}`
}

function secondsOf({ ms }: Work): number {
  return Math.round(ms / 1000)
}
