// Entry of a token thread: its export runs the task that the dispatcher sends.
import { verifyAssertion } from '../tokens/client-assertion.ts'
import { sign, verify } from '../tokens/jws.ts'
import type { TokenJob, TokenTask } from '../pool/tasks.ts'

/**
 * Runs the jobs of a task concurrently: signatures run in the threads of libuv, on several cores. Results come in the
 * order of the jobs, with null for a job that failed by a fault of this program.
 */
export default async function work({ jobs }: TokenTask): Promise<unknown[]> {
  return Promise.all(jobs.map((job) => run(job).catch(() => null)))
}

function run(job: TokenJob): Promise<unknown> {
  if (job.type === 'assertion') return verifyAssertion(job.job)
  return job.type === 'sign' ? sign(job.job) : verify(job.job)
}
