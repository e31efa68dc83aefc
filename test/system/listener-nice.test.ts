import { spawnSync } from 'node:child_process'
import { readFileSync, readdirSync } from 'node:fs'
import { getPriority } from 'node:os'
import t from 'tap'
import { get } from '../support/load.ts'
import { startService, type RunningService } from '../support/start-service.ts'

const linux = process.platform === 'linux' ? false : 'niceness of single threads is a matter of Linux'
const SCHED_OTHER = 0
const SCHED_BATCH = 3
const OWN_NICE = getPriority()
const UNCHANGED = 'the listener keeps its niceness'

/** Whether this user may run something with a lower niceness. */
const permitted = spawnSync(process.execPath, ['-e', `os.setPriority(${OWN_NICE - 3})`]).status === 0
/** A command that takes the leave away from root. */
const WITHOUT_LEAVE = permitted ? ['setpriv', '--bounding-set=-sys_nice'] : []

/** Niceness and policy of each thread (proc_pid_stat(5)). */
function threadsOf({ pid }: RunningService): { nice: number; policy: number }[] {
  return readdirSync(`/proc/${pid}/task`).map((thread) => {
    const stat = readFileSync(`/proc/${pid}/task/${thread}/stat`, 'utf8')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return { nice: Number(fields[16]), policy: Number(fields[38]) }
  })
}

function isFavoured({ nice, policy }: { nice: number; policy: number }): boolean {
  return nice < OWN_NICE || policy !== SCHED_OTHER
}

async function answers({ url }: RunningService): Promise<number> {
  return (await get(`${url}/api/search?q=word1`)).status
}

t.test(
  'listeners and no other threads have a lower niceness',
  { skip: linux || (permitted ? false : 'this user may not lower a niceness') },
  async (t) => {
    const env = { LISTENERS: '2', SEARCH_THREADS: '4', LISTENER_NICE: '-5' }
    const service = await startService(t, { env })
    const favoured = threadsOf(service).filter(isFavoured)
    t.strictSame(favoured, [
      { nice: -5, policy: SCHED_BATCH },
      { nice: -5, policy: SCHED_BATCH },
    ])
    t.notOk(service.logs.some(({ msg }) => msg === UNCHANGED))
    t.equal(await answers(service), 200)
  },
)

t.test('a niceness of 0 leaves all threads as they are', { skip: linux }, async (t) => {
  const service = await startService(t, { env: { LISTENER_NICE: '0' } })
  t.strictSame(threadsOf(service).filter(isFavoured), [])
  t.notOk(service.logs.some(({ msg }) => msg === UNCHANGED))
})

t.test('where the system does not let it, the service says so and answers', { skip: linux }, async (t) => {
  const service = await startService(t, { under: WITHOUT_LEAVE })
  t.strictSame(threadsOf(service).filter(isFavoured), [])
  t.match(
    service.logs.find(({ msg }) => msg === UNCHANGED),
    { level: 30, thread: 'listener-0', reason: 'EACCES' },
  )
  t.equal(await answers(service), 200)
})
