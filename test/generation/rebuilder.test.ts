import { closeSync, existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import type { BuilderMessage } from '../../src/generation/builder-messages.ts'
import { CurrentGeneration } from '../../src/generation/current-generation.ts'
import type { DocsParts } from '../../src/generation/generation.ts'
import { Rebuilder, type BuildReport, type RebuilderOptions } from '../../src/generation/rebuilder.ts'
import { fromPageRecord } from '../../src/generation/records/page-record.ts'
import { openRecordStore } from '../../src/generation/records/record-store.ts'
import type { BuilderLimits } from '../../src/generation/watched-builder.ts'
import { contentTree, temporaryFolder, type Files } from '../support/content-tree.ts'
import { slowMarkdown } from '../support/slow-page.ts'

type LogMessage = Extract<BuilderMessage, { type: 'log' }>

interface Setting {
  readonly files: Files
  readonly dataDir?: string
  readonly pageDeadlineMs?: number
  readonly limits?: BuilderLimits
  readonly onLog?: (line: LogMessage) => void
}

const DOCS = { siteUrl: 'http://docs.example' }
const PAGES: Files = { 'docs/en/index.md': '# Home\n', 'docs/en/other.md': '# Other\n' }

/** What puts documentation into service, as the main thread does. */
function serve(t: Test, served: DocsParts[]): Pick<RebuilderOptions, 'current' | 'onPart'> {
  const current = new CurrentGeneration()
  return {
    current,
    onPart({ next }) {
      if (next?.part === 'docs') {
        current.replace(next, [])
        served.push(next.opened.docs)
        t.teardown(() => next.opened.descriptors.forEach((fd) => closeSync(fd)))
      }
      return Promise.resolve()
    },
  }
}

async function start(t: Test, { files, dataDir, pageDeadlineMs, limits = {}, onLog = () => {} }: Setting) {
  const contentDir = await contentTree(t, files)
  const served: DocsParts[] = []
  const faults: string[] = []
  const reports: BuildReport[] = []
  let reported = (): void => {}
  const data = dataDir ?? (await temporaryFolder(t))
  const rebuilder = new Rebuilder({
    contentDir,
    dataDir: data,
    docs: { ...DOCS, pageDeadlineMs },
    icons: null,
    ...serve(t, served),
    limits,
    onMessage(message) {
      if (message.type === 'log') onLog(message)
      if (message.type === 'faults') faults.push(...message.first)
    },
    onReport(report) {
      reports.push(report)
      reported()
    },
  })
  /** Asks for a build, and waits for the report of the last one. */
  const rebuild = (): Promise<BuildReport | undefined> =>
    new Promise((resolve) => {
      reported = () => resolve(reports.at(-1))
      rebuilder.request()
    })
  const save = (file: string, text: string): void => writeFileSync(join(contentDir, file), text)
  return { contentDir, dataDir: data, faults, rebuild, rebuilder, reports, save, served }
}

function titles(docs: DocsParts | undefined): string[] {
  const pages = docs?.locales.get('en')?.pages
  if (pages === undefined) return []
  const store = openRecordStore(pages)
  return Array.from({ length: store.count }, (_, index) => fromPageRecord(store.readSync(index)).title)
}

t.test('a build that left out a slow page is incomplete, and made again until it is whole', async (t) => {
  const files = { ...PAGES, 'docs/en/slow.md': slowMarkdown() }
  const first = await start(t, { files, pageDeadlineMs: 150 })
  t.match(await first.rebuilder.first(), { outcome: 'built' })
  t.strictSame(titles(first.served[0]), ['Home', 'Other'])
  t.strictSame(first.served[0]?.degraded, ['incomplete_build'])
  t.match(first.faults, [/^docs\/en\/slow\.md:1 slow_page the page is left out/])

  first.save('docs/en/other.md', '# Edited\n')
  t.match(await first.rebuild(), { outcome: 'built' })
  t.strictSame(titles(first.served[1]), ['Home', 'Edited'], 'another page is served meanwhile')
  t.match(await first.rebuild(), { outcome: 'built' }, 'it is not taken for unchanged')

  const { contentDir, dataDir } = first
  const whole: DocsParts[] = []
  const again = new Rebuilder({
    contentDir,
    dataDir,
    docs: DOCS,
    icons: null,
    ...serve(t, whole),
    onMessage: () => undefined,
    onReport: () => undefined,
  })
  t.match(await again.first(), { outcome: 'built' }, 'nor loaded by a start, which has a longer deadline here')
  t.strictSame(titles(whole[0]), ['Home', 'Edited', 'Slow'])
  t.strictSame(whole[0]?.degraded, [])

  first.save('docs/en/slow.md', '# Mended\n')
  t.match(await first.rebuild(), { outcome: 'built' })
  t.strictSame(titles(first.served.at(-1)), ['Home', 'Edited', 'Mended'])
  t.strictSame(first.served.at(-1)?.degraded, [])
  t.match(await first.rebuild(), { outcome: 'unchanged' })
})

t.test('a save of the page that a build has been reading for long is taken at once', async (t) => {
  const lines: LogMessage[] = []
  let reading = (): void => {}
  const begun = new Promise<void>((resolve) => (reading = resolve))
  const { rebuild, rebuilder, reports, save, served } = await start(t, {
    files: PAGES,
    limits: { heartbeatMs: 50, longReadMs: 0 },
    onLog(line) {
      lines.push(line)
      if (line.details['at'] === 'reading docs/en/slow.md') reading()
    },
  })
  await rebuilder.first()
  save('docs/en/slow.md', slowMarkdown())
  rebuilder.request()
  await begun
  save('docs/en/slow.md', '# Mended\n')
  t.match(await rebuild(), { outcome: 'built' })
  t.strictSame(titles(served.at(-1)), ['Home', 'Other', 'Mended'])
  t.equal(served.length, 2, 'the page was never served as it was')
  t.match(reports, [{ outcome: 'built' }], 'what was ended is no failure')
  t.ok(lines.some(({ message }) => message === 'the file that is read for long was saved, so the build begins again'))
})

t.test('saves of other pages do not end a build', async (t) => {
  let reading = (): void => {}
  const begun = new Promise<void>((resolve) => (reading = resolve))
  const { rebuild, rebuilder, reports, save, served } = await start(t, {
    files: PAGES,
    limits: { heartbeatMs: 50, longReadMs: 0 },
    onLog: ({ details }) => details['at'] === 'reading docs/en/slow.md' && reading(),
  })
  await rebuilder.first()
  save('docs/en/slow.md', slowMarkdown())
  rebuilder.request()
  await begun
  save('docs/en/index.md', '# Saved\n')
  await rebuild()
  if (reports.length < 2) await rebuild()
  t.strictSame(titles(served[1]).at(-1), 'Slow', 'the first one came to its end')
  t.strictSame(titles(served.at(-1)), ['Saved', 'Other', 'Slow'], 'and the save was built after it')
})

t.test('a build that hangs is ended, names what it was at, and the next one has its lock at once', async (t) => {
  const files = { ...PAGES, 'docs/en/slow.md': slowMarkdown('Slow', 7_900_000) }
  const hung = await start(t, { files, limits: { hungAfterMs: 1500 } })
  t.match(await hung.rebuilder.first(), {
    outcome: 'failed',
    reason: /^the build hung and was ended: it was at reading docs\/en\/slow\.md for \d+ s$/,
  })
  t.strictSame(hung.served, [])
  const lock = join(hung.dataDir, 'generations/lock')
  const next = await start(t, { files: PAGES, dataDir: hung.dataDir })
  t.match(await next.rebuilder.first(), { outcome: 'built' })
  t.strictSame(titles(next.served[0]), ['Home', 'Other'])
  t.notOk(existsSync(lock))
})

t.test('the log tells what a long build is at', async (t) => {
  const lines: LogMessage[] = []
  const files = { ...PAGES, 'docs/en/slow.md': slowMarkdown() }
  const { rebuilder } = await start(t, { files, limits: { heartbeatMs: 100 }, onLog: (line) => lines.push(line) })
  await rebuilder.first()
  const line = lines.find(({ level }) => level === 'warn')
  t.match(line, { message: 'a build has been at the same for long', details: { at: String, seconds: Number } })
})
