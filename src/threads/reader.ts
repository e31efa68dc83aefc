// Entry of a reading thread: reads a share of the pages of one source for the builder, which ends it.
import { parentPort, workerData } from 'node:worker_threads'
import { readContent } from '../docs/read-content.ts'
import { createWalk } from '../docs/tree/walk-folder.ts'
import { openFileStore } from '../generation/disk/file-store.ts'
import type { ReadingInput, ReadingMessage } from '../generation/kept/reading-threads.ts'
import { boardWriter } from '../generation/work-board.ts'

const { board, claims, contentDir, dataDir, pageDeadlineMs, source, world } = workerData as ReadingInput

const send = (share: number, pages: ReadingMessage['pages']): void => {
  const buffers = pages.flatMap(({ bytes }) => (bytes === null ? [] : [bytes.buffer as ArrayBuffer]))
  parentPort?.postMessage({ share, pages } satisfies ReadingMessage, buffers)
}

await createWalk()(readContent)(contentDir, {
  keeper: openFileStore(dataDir),
  onWork: boardWriter(board),
  pageDeadlineMs,
  helping: { source, world, claims, send },
})
