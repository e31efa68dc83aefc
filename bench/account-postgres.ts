import { readFileSync } from 'node:fs'
import { startPostgres } from '../test/support/start-postgres.ts'
import { cpuTimeUs } from './load/messages.ts'

/** PostgreSQL under a bench, in processes of its own. */
export interface BenchPostgres {
  readonly url: string
  /** Of all its processes that live. */
  cpuTimeUs(): number
}

/** @param teardown Collects what is to be done at the end. */
export async function startBenchPostgres(teardown: (() => Promise<void>)[]): Promise<BenchPostgres> {
  const server = await startPostgres({ teardown: (stop: () => Promise<void>) => void teardown.push(stop) })
  const [row] = await server.query(`select current_setting('data_directory') as folder`)
  const pid = Number(readFileSync(`${String(row?.['folder'])}/postmaster.pid`, 'latin1').split('\n')[0])
  return {
    url: server.url,
    cpuTimeUs() {
      const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'latin1').split(' ').filter(Boolean)
      return [pid, ...children.map(Number)].reduce((sum, each) => sum + cpuTimeUs(each), 0)
    },
  }
}
