// Fills the pipe at standard output, whose reader stands still, and ends with status 1 after a flush.
import { createLineWriter } from '../../src/shared/line-writer.ts'

/** Until then the pipe is full, and no write is under way. */
const FULL_AFTER_MS = 200

const writer = createLineWriter(1)
for (let i = 0; i < 2000; i++) writer.write(`${'x'.repeat(200)}\n`)
setTimeout(() => void writer.flush().then(() => process.exit(1)), FULL_AFTER_MS)
