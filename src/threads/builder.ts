// Entry of the builder thread: prepares one part of a generation, reports the outcome, and ends.
import { parentPort, workerData } from 'node:worker_threads'
import type { ContentFault } from '../docs/model/content-fault.ts'
import type { BuilderInput, BuilderMessage } from '../generation/builder-messages.ts'
import { preparePart } from '../generation/prepare.ts'
import { boardWriter } from '../generation/work-board.ts'
import { stackOf } from '../shared/reason.ts'

/** Maximum number of content faults that are reported in full. */
const FAULTS_SHOWN = 20
const PROGRESS_INTERVAL_MS = 100

const input = workerData as BuilderInput
let progressAt = 0

function post(message: BuilderMessage): void {
  parentPort?.postMessage(message)
}

function formatFault({ file, line, column, code, message }: ContentFault): string {
  return `${file}:${line}${column === undefined ? '' : `:${column}`} ${code} ${message}`
}

try {
  const prepared = await preparePart(input, {
    progress(stage, done, total) {
      const now = Date.now()
      if (done < total && now - progressAt < PROGRESS_INTERVAL_MS) return
      progressAt = now
      post({ type: 'progress', stage, done, total })
    },
    works: boardWriter(input.board),
    log: (level, message, details) => post({ type: 'log', level, message, details }),
    faults(faults) {
      if (faults.length === 0) return
      post({ type: 'faults', first: faults.slice(0, FAULTS_SHOWN).map(formatFault), count: faults.length })
    },
  })
  post({ type: 'done', ...prepared })
} catch (error) {
  post({ type: 'failed', reason: await reasonOf(error), refused: (error as Error).name === 'RefusedGenerationError' })
}

/** Reason of a failure; faults that the operator can mend are reported without a stack. */
async function reasonOf(error: unknown): Promise<string> {
  // The imports are here because opening an index needs none of them.
  const { NoContentError } = await import('../generation/build-content.ts')
  const { SiteConfigError } = await import('../docs/site/read-site-config.ts')
  const { SlowReadingError } = await import('../docs/readers/reading-watch.ts')
  const { CatalogueError } = await import('../icons/build/sources.ts')
  const { RefusedGenerationError } = await import('../generation/follow/refused-generation.ts')
  const { LostPagesError } = await import('../generation/lost-pages-error.ts')
  const { ContentFolderError } = await import('../docs/tree/walk-folder.ts')
  const isMendable = [
    NoContentError,
    ContentFolderError,
    SiteConfigError,
    SlowReadingError,
    CatalogueError,
    RefusedGenerationError,
    LostPagesError,
  ].some((kind) => error instanceof kind)
  const isOurs = input.followed !== undefined && (error as Error).constructor === Error
  if (error instanceof Error && (isMendable || isOurs)) return error.message
  // Errors of the file system name the path that is to be mended.
  if (error instanceof Error && 'syscall' in error) return error.message
  return stackOf(error)
}
