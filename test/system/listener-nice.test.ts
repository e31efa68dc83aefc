import { spawnSync } from 'node:child_process'
import { readFileSync, readdirSync } from 'node:fs'
import { getPriority } from 'node:os'
import t from 'tap'
import { loadNative } from '../../src/engine/native/load-native.ts'
import { get } from '../support/load.ts'
import { startService, type RunningService } from '../support/start-service.ts'

const NICE = -5
const SCHED_OTHER = 0
const SCHED_BATCH = 3
const UNCHANGED = 'the listener keeps its niceness'

/** Reason to skip the tests, or false if they can run here. */
const elsewhere =
  process.platform !== 'linux'
    ? 'niceness of single threads is a matter of Linux'
    : getPriority() !== 0
      ? 'the tests run with a niceness that somebody chose'
      : !loadNative().ok && 'the native kernel was not built'

/** @returns whether a command may run a program with a lower niceness */
function mayLower(under: readonly string[]): boolean {
  const [command, ...rest] = [...under, process.execPath, '-e', `os.setPriority(${NICE})`] as const
  return spawnSync(command, rest).status === 0
}

const permitted = mayLower([])
/** Commands that drop the permission if the tests have it. */
const WITHOUT_PERMISSION = permitted ? ['prlimit', '--nice=0', 'setpriv', '--bounding-set=-sys_nice'] : []

/** @returns niceness and policy of each thread (proc_pid_stat(5)) */
function threadsOf({ pid }: RunningService): { nice: number; policy: number }[] {
  return readdirSync(`/proc/${pid}/task`).flatMap((thread) => {
    try {
      const stat = readFileSync(`/proc/${pid}/task/${thread}/stat`, 'utf8')
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
      return [{ nice: Number(fields[16]), policy: Number(fields[38]) }]
    } catch {
      // The thread has ended since the folder was read.
      return []
    }
  })
}

function isFavoured({ nice, policy }: { nice: number; policy: number }): boolean {
  return nice !== 0 || policy !== SCHED_OTHER
}

/**
 * Stops the service. @returns whether it has logged that the niceness is unchanged. Threads write their log lines with a
 * delay.
 */
async function loggedUnchanged(service: RunningService): Promise<boolean> {
  await service.stop()
  return service.logs.some(({ msg }) => msg === UNCHANGED)
}

async function answers({ url }: RunningService): Promise<number> {
  return (await get(`${url}/api/search?q=word1`)).status
}

t.test(
  'listeners and no other threads have a lower niceness',
  { skip: elsewhere || (!permitted && 'this user may not lower a niceness') },
  async (t) => {
    const env = { LISTENERS: '2', SEARCH_THREADS: '4', LISTENER_NICE: String(NICE) }
    const service = await startService(t, { env })
    const favoured = { nice: NICE, policy: SCHED_BATCH }
    t.strictSame(threadsOf(service).filter(isFavoured), [favoured, favoured])
    t.equal(await answers(service), 200)
    t.equal(await loggedUnchanged(service), false)
  },
)

t.test('a niceness of 0 leaves all threads as they are', { skip: elsewhere }, async (t) => {
  const service = await startService(t, { env: { LISTENER_NICE: '0' } })
  t.strictSame(threadsOf(service).filter(isFavoured), [])
  t.equal(await loggedUnchanged(service), false)
})

t.test('a niceness above 0 is left as somebody chose it', { skip: elsewhere }, async (t) => {
  const service = await startService(t, { under: ['nice', '-n', '4'] })
  t.ok(threadsOf(service).every(({ nice, policy }) => nice === 4 && policy === SCHED_OTHER))
  t.equal(await answers(service), 200)
  t.equal(await loggedUnchanged(service), false)
})

t.test(
  'where the system does not let it, the service says so and answers',
  { skip: elsewhere || (mayLower(WITHOUT_PERMISSION) && 'the leave to lower a niceness cannot be taken away') },
  async (t) => {
    const service = await startService(t, { under: WITHOUT_PERMISSION })
    t.match(await service.logged(UNCHANGED), { level: 30, thread: 'listener-0', reason: 'EACCES' })
    t.strictSame(threadsOf(service).filter(isFavoured), [])
    t.equal(await answers(service), 200)
  },
)
