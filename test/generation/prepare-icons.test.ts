import { closeSync, existsSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { iconSourcesIn, prepareIcons } from '../../src/generation/prepare-icons.ts'
import { contentTree, temporaryFolder } from '../support/content-tree.ts'
import { folderSources } from '../support/small-icons.ts'

t.test('content without icons gets those that come with the service, and content with icons its own', async (t) => {
  const logged: unknown[] = []
  const events = { log: (_level: string, _message: string, details: unknown) => void logged.push(details) }
  const docsAlone = await contentTree(t, { 'docs/en/index.md': '---\ntitle: Home\n---\n' })
  const taken = iconSourcesIn(docsAlone, events)
  t.not(taken, docsAlone)
  t.ok(existsSync(join(taken, 'icons/sources.json')))
  t.strictSame(logged, [{ name: 'icons/sources.json' }])
  const withIcons = await contentTree(t, { 'icons/sources.json': folderSources() })
  t.equal(iconSourcesIn(withIcons, events), withIcons)
  t.equal(logged.length, 1)
})

t.test('of many files that are left out the first are told, and how many more there are', async (t) => {
  const bad = Array.from({ length: 15 }, (_, index) => [
    [`icons/own/photo-${index}.jpeg`, ''],
    [`guides/Bad ${index}.md`, ''],
  ])
  const files = { 'icons/sources.json': folderSources(), ...Object.fromEntries(bad.flat() as [string, string][]) }
  const request = {
    contentDir: await contentTree(t, files),
    dataDir: await temporaryFolder(t),
    siteUrl: 'http://x.example',
    current: null,
  }
  const warnings: Readonly<Record<string, unknown>>[] = []
  const { descriptors } = await prepareIcons(request, {
    progress: () => undefined,
    faults: () => undefined,
    log: (level, _message, details) => level === 'warn' && void warnings.push(details),
  })
  t.teardown(() => descriptors.forEach((fd) => closeSync(fd)))
  t.equal(warnings.length, 21)
  t.match(warnings[0], { file: 'icons/own/photo-0.jpeg', reason: /ends neither/ })
  t.strictSame(warnings.at(-1), { count: 10 })
})
