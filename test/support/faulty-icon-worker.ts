// The real icon worker, with a speed of pages that makes it hang, as a defect could.
import workForReal from '../../src/threads/icon-worker.ts'
import { PAUSE_MS, standStill } from './stand-still.ts'

export default function work(order: Parameters<typeof workForReal>[0]): unknown {
  while (order.kind === 'page' && order.asked.speed === 4) standStill(PAUSE_MS)
  return workForReal(order)
}
