import { spawn } from 'node:child_process'
import { freePort, end } from './service.ts'

export interface BenchRedis {
  readonly url: string
  readonly stop: () => Promise<void>
}

/** A Redis of its own on a free port, without files. Whoever connects waits until it is up. */
export async function startRedis(): Promise<BenchRedis> {
  const port = await freePort()
  const args = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no']
  const child = spawn('redis-server', args, { stdio: 'ignore' })
  await new Promise((resolve, reject) => {
    child.once('spawn', resolve)
    child.once('error', reject)
  })
  return { url: `redis://127.0.0.1:${port}`, stop: () => end(child, () => child.kill('SIGTERM')) }
}
