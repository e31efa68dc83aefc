import { closeSync, existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { ICON_TEXTS, type IconParts } from '../../src/generation/generation.ts'
import { iconSourcesIn, prepareIcons, reloadIcons, type PreparedIcons } from '../../src/generation/prepare-icons.ts'
import { readAsset } from '../../src/generation/records/asset-record.ts'
import { openRecordStore } from '../../src/generation/records/record-store.ts'
import { contentTree, temporaryFolder, writeFiles } from '../support/content-tree.ts'
import { CIRCLE_SVG, folderSources } from '../support/small-icons.ts'

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
  const prepared = await prepareIcons(request, {
    progress: () => undefined,
    faults: () => undefined,
    log: (level, _message, details) => level === 'warn' && void warnings.push(details),
  })
  close(prepared)
  t.equal(warnings.length, 21)
  t.match(warnings[0], { file: 'icons/own/photo-0.jpeg', reason: /ends neither/ })
  t.strictSame(warnings.at(-1), { count: 10 })
})

const GUIDE = '---\ntitle: Quick start\ndescription: Begin here.\n---\n\nFind an icon.\n'
const EVENTS = { progress: () => undefined, faults: () => undefined, log: () => undefined }

async function start(t: Test) {
  const contentDir = await contentTree(t, {
    'icons/sources.json': folderSources(),
    'icons/own/circle.svg': CIRCLE_SVG,
    'guides/quick-start.md': GUIDE,
  })
  const request = { contentDir, dataDir: await temporaryFolder(t), siteUrl: 'http://icons.example', current: null }
  return { contentDir, request }
}

function close(prepared: PreparedIcons): void {
  if (prepared.outcome !== 'unchanged') prepared.opened.descriptors.forEach((fd) => closeSync(fd))
}

/** @returns the icons after a look at one of them; their files are closed by then */
async function iconsOf(prepared: PreparedIcons): Promise<IconParts> {
  if (prepared.outcome === 'unchanged') throw new Error('nothing was opened')
  const { icons } = prepared.opened
  const asset = await readAsset(openRecordStore(icons.assets), 'own-circle', 'svg')
  if (!Buffer.from(asset?.bytes ?? []).includes('<circle')) throw new Error('its asset is not there')
  close(prepared)
  return icons
}

function guideOf({ texts }: IconParts): string {
  const store = openRecordStore(texts)
  return Buffer.from(store.readSync(store.find(ICON_TEXTS.guides)).body).toString()
}

t.test('icons that nothing has changed stay, and others are built anew', async (t) => {
  const { contentDir, request } = await start(t)
  let siteUrl = 'http://icons.example'
  let current: IconParts | null = null
  const next = async (): Promise<IconParts> =>
    (current = await iconsOf(await prepareIcons({ ...request, siteUrl, current }, EVENTS)))
  await next()
  await writeFiles(contentDir, { 'docs/en/index.md': '# Home\n' })
  t.equal((await prepareIcons({ ...request, current }, EVENTS)).outcome, 'unchanged')
  const changes = [
    () => writeFiles(contentDir, { 'guides/quick-start.md': GUIDE.replace('Find', 'Choose') }),
    () => writeFiles(contentDir, { 'icons/own/circle.svg': CIRCLE_SVG.replace('"4"', '"5"') }),
    () => void (siteUrl = 'http://other.example'),
  ]
  for (const change of changes) {
    await change()
    t.equal((await next()).siteUrl, siteUrl)
  }
})

t.test('icons whose content has a fault are those that were served last', async (t) => {
  const { contentDir, request } = await start(t)
  await t.rejects(reloadIcons(request, EVENTS), 'before the first time there are none')
  await iconsOf(await prepareIcons(request, EVENTS))
  const faults: Readonly<Record<string, () => void>> = {
    'is not JSON': () => writeFileSync(join(contentDir, 'icons/sources.json'), '{'),
    'names a package that is not installed': () =>
      writeFileSync(join(contentDir, 'icons/sources.json'), packageSources('@signpost/not-installed')),
    'are guides in a file': () => {
      writeFileSync(join(contentDir, 'icons/sources.json'), folderSources())
      rmSync(join(contentDir, 'guides'), { recursive: true })
      writeFileSync(join(contentDir, 'guides'), '')
    },
    'is empty': () => {
      for (const name of readdirSync(contentDir)) rmSync(join(contentDir, name), { recursive: true })
    },
    'is gone': () => rmSync(contentDir, { recursive: true }),
  }
  for (const [what, spoil] of Object.entries(faults)) {
    spoil()
    await t.rejects(prepareIcons(request, EVENTS), what)
    t.match(guideOf(await iconsOf(await reloadIcons(request, EVENTS))), 'Find an icon', what)
  }
  const elsewhere = await iconsOf(await reloadIcons({ ...request, siteUrl: 'http://other.example' }, EVENTS))
  t.equal(elsewhere.siteUrl, 'http://other.example')
  await t.rejects(reloadIcons({ ...request, contentDir: `${contentDir}-other` }, EVENTS), 'another folder has none')
})

function packageSources(name: string): string {
  const license = { spdx: 'MIT', url: 'http://x.example' }
  const author = { name: 'Nobody', url: 'http://x.example' }
  const source = { type: 'iconify', id: 'own', title: 'Own', license, author, package: name, category: 'shapes' }
  return JSON.stringify({ categories: [{ id: 'shapes', title: 'Shapes' }], sources: [source] })
}
