import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import t from 'tap'
import { markedPages, writeFiles } from '../support/content-tree.ts'
import { runCommand } from '../support/run-command.ts'
import { startService } from '../support/start-service.ts'

t.test('a rebuild that fails is seen in the metrics, and so is the one that succeeds after it', async (t) => {
  const service = await startService(t)
  const read = async (name: string): Promise<string> => {
    const text = await (await fetch(service.metricsUrl)).text()
    const line = text.split('\n').find((each) => each.startsWith(`${name} `) || each.startsWith(`${name}{`))
    return line?.slice(line.lastIndexOf(' ') + 1) ?? `${name} is missing`
  }
  const content = async (): Promise<string | undefined> =>
    /signpost_index_info\{host="docs",content="([^"]+)"\} 1/.exec(await (await fetch(service.metricsUrl)).text())?.[1]
  const until = async (condition: () => Promise<boolean>): Promise<void> => {
    while (!(await condition())) await sleep(50)
  }
  t.equal(await read('signpost_rebuild_failures_total'), '0')
  const first = await content()
  t.match(first, /^sha256:/)
  const began = Number(await read('signpost_rebuild_last_success_timestamp_seconds'))
  t.ok(Math.abs(Date.now() / 1000 - began) < 600, 'seconds since the epoch')

  const config = join(service.contentDir, 'site.yaml')
  await writeFile(config, 'name: [\n')
  service.signal('SIGHUP')
  await until(async () => (await read('signpost_rebuild_failures_total')) === '1')
  t.equal(Number(await read('signpost_rebuild_last_success_timestamp_seconds')), began)
  t.equal(await content(), first, 'the old content is served')

  await rm(config)
  await writeFiles(service.contentDir, markedPages('second', 5))
  service.signal('SIGHUP')
  await until(async () => Number(await read('signpost_rebuild_last_success_timestamp_seconds')) > began)
  await until(async () => (await read('signpost_rebuild_running_since_timestamp_seconds')) === '0')
  t.equal(await read('signpost_rebuild_failures_total'), '1')
  t.not(await content(), first, 'and then the new one')

  await t.test('a rebuild that loses pages is refused until the loss is meant', async (t) => {
    const reindex = (...args: string[]) => runCommand('reindex', { DATA_DIR: service.dataDir }, ...args)
    await writeFiles(service.contentDir, markedPages('third', 20))
    t.equal((await reindex()).code, 0)
    const whole = await content()
    for (let number = 0; number < 8; number++) await rm(join(service.contentDir, `docs/en/guides/page-${number}.md`))
    const refused = await reindex()
    t.match(refused, { code: 1, out: /it has 12 pages and the one before had 20.*run signpost reindex --allow-loss/ })
    t.equal(await content(), whole)
    t.equal((await fetch(`${service.url}/en/guides/page-3`)).status, 200)
    t.match(await (await fetch(`${service.url}/readyz`)).json(), { degraded: ['content_fault'] })
    t.match(await (await fetch(service.metricsUrl)).text(), 'signpost_degraded{code="content_fault"} 1')
    t.match(await service.logged('the index could not be built'), { level: 50 })
    t.match(await reindex('--allow-loss'), { code: 0, out: /12 pages, built/ })
    t.notMatch(await (await fetch(`${service.url}/readyz`)).json(), { degraded: ['content_fault'] })
  })
})
