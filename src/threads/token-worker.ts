// The entry of a token thread: its export is the task that the dispatcher sends.
import { sign, verify } from '../tokens/jws.ts'
import type { TokenTask } from '../pool/tasks.ts'

/**
 * Does the jobs of a task side by side: a signature is work for the threads of libuv, and several cores can have some.
 * Results come in the order of the jobs; null for one that failed by a fault of this program.
 */
export default async function work({ jobs }: TokenTask): Promise<unknown[]> {
  return Promise.all(jobs.map((job) => (job.type === 'sign' ? sign(job.job) : verify(job.job)).catch(() => null)))
}
