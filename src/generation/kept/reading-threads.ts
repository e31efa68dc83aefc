import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import { NO_SHARE } from '../../docs/kept/read-pages.ts'
import type { HelpedPage, Helpers, Helping } from '../../docs/kept/readings.ts'
import { createBoard, readBoard } from '../work-board.ts'

/** Threads that read beside that of the builder. Each has its own list of all files. */
const THREAD_LIMIT = 3
/** Memory for what a thread has just made: a page is sent away as soon as it is read. */
const YOUNG_LIMIT_MIB = 24
/** What the threads are at is looked at so often, once the builder itself has nothing to read. */
const LOOK_INTERVAL_MS = 200

interface ReadingRequest {
  readonly contentDir: string
  readonly dataDir: string
  readonly pageDeadlineMs?: number | undefined
}

/** What a reading thread is started with. */
export interface ReadingInput extends Omit<Helping, 'send'>, ReadingRequest {
  readonly board: SharedArrayBuffer
}

export interface ReadingMessage {
  readonly share: number
  readonly pages: readonly HelpedPage[]
}

/** Starts threads that read pages, one less than there are cores. */
export function startReadingThreads(
  { contentDir, dataDir, pageDeadlineMs }: ReadingRequest,
  helping: Omit<Helping, 'send'>,
  onWork: (step: string, file?: string) => void,
): Helpers {
  const shares = new Map<number, readonly HelpedPage[]>()
  const count = Math.min(availableParallelism() - 1, THREAD_LIMIT)
  const threads = Array.from({ length: count }, () => {
    const board = createBoard()
    const file = import.meta.url.endsWith('.ts') ? '../../threads/reader.ts' : '../../threads/reader.js'
    const workerData: ReadingInput = { ...helping, contentDir, dataDir, pageDeadlineMs, board }
    const worker = new Worker(new URL(file, import.meta.url), {
      workerData,
      resourceLimits: { maxYoungGenerationSizeMb: YOUNG_LIMIT_MIB },
    })
    const done = new Promise<void>((resolve) => {
      worker.on('message', ({ pages, share }: ReadingMessage) => {
        if (share === NO_SHARE) resolve()
        else shares.set(share, pages)
      })
      // What it has not sent is read by the builder, which meets the same fault where it is one of the content.
      worker.once('error', () => resolve())
      worker.once('exit', () => resolve())
    })
    return { board, done, worker }
  })
  let shown = ''
  const timer = setInterval(() => {
    for (const { board } of threads) {
      const work = readBoard(board)
      if (work === null || work.file === '' || work.file === shown) continue
      shown = work.file
      onWork(work.step, work.file)
    }
  }, LOOK_INTERVAL_MS)
  return {
    take(share) {
      const pages = shares.get(share)
      shares.delete(share)
      return pages
    },
    done: Promise.all(threads.map(({ done }) => done)).then(() => undefined),
    async stop() {
      clearInterval(timer)
      await Promise.all(threads.map(({ worker }) => worker.terminate()))
    },
  }
}
