// The real token worker, with token ids that make it die or hang, as a defect could.
import type { TokenTask } from '../../src/pool/tasks.ts'
import workForReal from '../../src/threads/token-worker.ts'
import { PAUSE_MS, standStill } from './stand-still.ts'

export default async function work(task: TokenTask): Promise<unknown[]> {
  for (const entry of task.jobs) {
    const id = entry.type === 'sign' ? entry.job.claims.jti : ''
    if (id === 'die') process.exit(1)
    while (id === 'hang') standStill(PAUSE_MS)
  }
  return workForReal(task)
}
