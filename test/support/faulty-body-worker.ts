// The real body worker, with message ids that make it die or hang, as a defect could.
import workForReal from '../../src/threads/body-worker.ts'
import { PAUSE_MS, standStill } from './stand-still.ts'

export default function work(body: Uint8Array): unknown {
  const text = Buffer.from(body.buffer).toString('latin1', 0, 100)
  if (text.includes('"id":"die"')) process.exit(1)
  while (text.includes('"id":"hang"')) standStill(PAUSE_MS)
  return workForReal(body)
}
