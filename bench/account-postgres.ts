import { readFileSync } from 'node:fs'
import { startPostgres } from '../test/support/start-postgres.ts'
import { cpuTimeUs } from './load/messages.ts'

/** A PostgreSQL server that only the bench uses. */
export interface BenchPostgres {
  readonly url: string
  /** @returns the processor time of all its running processes */
  cpuTimeUs(): number
}

/** @param teardown Receives the functions to call at the end. */
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
