import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Test } from 'tap'
import { freePort } from './free-port.ts'
import { when } from './start-redis-cluster.ts'
import { askRedis, crash, launchRedis, launchSentinel } from './start-redis.ts'

export interface TestRedisSentinel {
  /** Address that names only the sentinels, one of which does not exist. */
  readonly url: string
  /** @returns the port of the current primary, as the sentinel reports it */
  primary(): Promise<number>
  /** Kills the first primary. Its replica becomes the primary a moment later. */
  killPrimary(): Promise<void>
  /** Stops the first primary without closing its connections. */
  hangPrimary(): void
}

/** Starts a primary, a replica and a sentinel on free ports, with the password `open sesame`, until the test ends. */
export async function startRedisSentinel(t: Test): Promise<TestRedisSentinel> {
  const folder = await mkdtemp(join(tmpdir(), 'signpost-sentinel-'))
  const [first, second, watch, nobody] = [await freePort(), await freePort(), await freePort(), await freePort()]
  const password = 'open sesame'
  const args = ['--dir', folder, '--requirepass', password, '--masterauth', password, '--repl-diskless-sync-delay', '0']
  const primary = await launchRedis(first, args)
  t.teardown(() => crash(primary))
  const replica = await launchRedis(second, [...args, '--replicaof', `127.0.0.1 ${first}`])
  t.teardown(() => crash(replica))
  const config = join(folder, 'sentinel.conf')
  await writeFile(
    config,
    [
      'bind 127.0.0.1',
      `dir ${folder}`,
      `sentinel monitor signpost 127.0.0.1 ${first} 1`,
      `sentinel auth-pass signpost "${password}"`,
      'sentinel down-after-milliseconds signpost 500',
      'sentinel failover-timeout signpost 3000',
      '',
    ].join('\n'),
  )
  const sentinel = await launchSentinel(watch, config)
  t.teardown(async () => {
    await crash(sentinel)
    await rm(folder, { recursive: true, force: true })
  })
  await when('the sentinel knows the replica', async () =>
    (await askRedis(watch, ['SENTINEL', 'REPLICAS', 'signpost'])).includes('master-link-status\r\n$2\r\nok'),
  )
  return {
    url: `redis+sentinel://:${encodeURIComponent(password)}@127.0.0.1:${nobody},127.0.0.1:${watch}/1?name=signpost`,
    primary: async () => {
      const answer = await askRedis(watch, ['SENTINEL', 'GET-MASTER-ADDR-BY-NAME', 'signpost'])
      return Number(/\r\n(\d+)\r\n$/.exec(answer)?.[1])
    },
    killPrimary: () => crash(primary),
    hangPrimary: () => void primary.kill('SIGSTOP'),
  }
}
