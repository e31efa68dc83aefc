import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { createInterface } from 'node:readline'
import type { Test } from 'tap'
import { processStart } from '../../src/shared/processes.ts'

export interface Zombie {
  readonly pid: number
  readonly startedAt: string | null
}

/** Makes a process that was killed and whose parent never reads its status, until the test ends. */
export async function makeZombie(t: Test): Promise<Zombie> {
  // The shell replaces itself with a program that does not know the child.
  const parent = spawn('sh', ['-c', 'sleep 1000 & echo $!; exec sleep 1000'], { stdio: ['ignore', 'pipe', 'inherit'] })
  t.teardown(() => parent.kill('SIGKILL'))
  const [line] = (await once(createInterface(parent.stdout), 'line')) as [string]
  const pid = Number(line)
  // Until then the shell itself may read the status of the child.
  while (readFileSync(`/proc/${parent.pid}/comm`, 'utf8') !== 'sleep\n') await nextTurn()
  const startedAt = processStart(pid)
  process.kill(pid, 'SIGKILL')
  while (!/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))) await nextTurn()
  return { pid, startedAt }
}
