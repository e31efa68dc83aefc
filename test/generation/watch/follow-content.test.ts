import { execFileSync } from 'node:child_process'
import { EventEmitter } from 'node:events'
import { mkdirSync, rmSync, watch, type FSWatcher } from 'node:fs'
import { mkdir, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import t from 'tap'
import { markedPages, temporaryFolder, writeFiles } from '../../support/content-tree.ts'
import { follow } from './follow-fixture.ts'

const PAGE = 'docs/en/guides/page-1.md'
const SAVES = 5

/** Ways in which programs save a page's file. */
const STYLES: Readonly<Record<string, (page: string, text: string) => Promise<void>>> = {
  'in place': (page, text) => writeFile(page, text),
  'VS Code and most programs with a temporary file beside it, renamed over the page': async (page, text) => {
    await writeFile(`${page}.tmp`, text)
    await rename(`${page}.tmp`, page)
  },
  'a hidden temporary file, renamed over the page': async (page, text) => {
    const hidden = join(dirname(page), '.page.swp')
    await writeFile(hidden, text)
    await rename(hidden, page)
  },
  'a temporary file of another folder, renamed over the page': async (page, text) => {
    const draft = join(page, '../../../../draft')
    await writeFile(draft, text)
    await rename(draft, page)
  },
  'Vim: the page renamed to a backup, written anew, the backup removed': async (page, text) => {
    await writeFile(join(dirname(page), '4913'), '')
    await rm(join(dirname(page), '4913'))
    await rename(page, `${page}~`)
    await writeFile(page, text)
    await rm(`${page}~`)
  },
  'Emacs: a lock that leads nowhere, an automatic copy, the page renamed to a backup that stays': async (
    page,
    text,
  ) => {
    const lock = join(dirname(page), '.#page-1.md')
    await symlink('somebody@somewhere.1', lock)
    await writeFile(join(dirname(page), '#page-1.md#'), text)
    await rename(page, `${page}~`)
    await writeFile(page, text)
    await rm(join(dirname(page), '#page-1.md#'))
    await rm(lock)
  },
  'JetBrains: a temporary file, the page renamed away, the temporary file renamed to it': async (page, text) => {
    await writeFile(`${page}___jb_tmp___`, text)
    await rename(page, `${page}___jb_old___`)
    await rename(`${page}___jb_tmp___`, page)
    await rm(`${page}___jb_old___`)
  },
  'removed and made again': async (page, text) => {
    await rm(page)
    await writeFile(page, text)
  },
}

for (const way of ['watch', 'poll'] as const) {
  t.test(`site.yaml is told when it is written, changed and removed (${way})`, async (t) => {
    let told = (): void => {}
    const next = (): Promise<void> => new Promise((resolve) => (told = resolve))
    const { contentDir } = await follow(t, { way, onChange: () => told() })
    const file = join(contentDir, 'site.yaml')
    for (const change of [() => writeFile(file, 'name: A\n'), () => writeFile(file, 'name: AB\n'), () => rm(file)]) {
      const seen = next()
      await change()
      await seen
    }
    t.pass('three changes')
  })
}

for (const way of ['watch', 'poll'] as const) {
  t.test(`each of ${SAVES} saves in a row is told (${way}):`, async (t) => {
    for (const [style, save] of Object.entries(STYLES)) {
      await t.test(style, async (t) => {
        const { contentDir, reported } = await follow(t, { way })
        for (let n = 1; n <= SAVES; n++) {
          const seen = reported({ 'guides/page-1': `Save ${n}` })
          await save(join(contentDir, PAGE), `# Save ${n}\n\nText.\n`)
          await seen
        }
        t.pass(`${SAVES} saves`)
      })
    }
  })

  t.test(
    `folders that are made, renamed, replaced and removed are told, and what is written in them (${way})`,
    async (t) => {
      const { contentDir, reported } = await follow(t, { way })
      const english = join(contentDir, 'docs/en')
      const step = async (change: () => Promise<unknown>, expected: Readonly<Record<string, string | null>>) => {
        const seen = reported(expected)
        await change()
        await seen
      }
      const write = (path: string, title: string) => () => writeFiles(english, { [path]: `# ${title}\n\nText.\n` })
      await step(write('new/nested/deep/page.md', 'Deep'), { 'new/nested/deep/page': 'Deep' })
      await step(write('new/nested/deep/page.md', 'Deeper'), { 'new/nested/deep/page': 'Deeper' })
      await step(() => rename(join(english, 'new/nested'), join(english, 'new/renamed')), {
        'new/nested/deep/page': null,
        'new/renamed/deep/page': 'Deeper',
      })
      await step(write('new/renamed/deep/page.md', 'After'), { 'new/renamed/deep/page': 'After' })
      await write('spare/deep/page.md', 'Spare')()
      await step(
        async () => {
          await rename(join(english, 'new/renamed'), join(english, 'new/old'))
          await rename(join(english, 'spare'), join(english, 'new/renamed'))
        },
        { 'new/renamed/deep/page': 'Spare', 'new/old/deep/page': 'After' },
      )
      await step(write('new/renamed/deep/page.md', 'Replaced'), { 'new/renamed/deep/page': 'Replaced' })
      await step(() => rm(join(english, 'new'), { recursive: true }), { 'new/renamed/deep/page': null })
      await step(write('new/page.md', 'Again'), { 'new/page': 'Again' })
      t.pass('all steps')
    },
  )

  t.test(`a content folder that is replaced by another is told, and followed (${way})`, async (t) => {
    const { contentDir, reported, root } = await follow(t, { way })
    await writeFiles(join(root, 'next'), markedPages('second', 3))
    const replaced = reported({ 'guides/page-1': 'second page 1' })
    await rename(contentDir, join(root, 'former'))
    await rename(join(root, 'next'), contentDir)
    await replaced
    const saved = reported({ 'guides/page-1': 'third page 1' })
    await writeFiles(contentDir, markedPages('third', 3))
    await saved
    t.pass('replaced, and followed')
  })

  t.test(`a link to a release that is turned to the next one is told, and followed (${way})`, async (t) => {
    const root = await temporaryFolder(t)
    await writeFiles(join(root, 'one'), markedPages('one', 2))
    await writeFiles(join(root, 'two'), markedPages('two', 2))
    await symlink('one', join(root, 'current'))
    const { reported } = await follow(t, { way, contentDir: join(root, 'current') })
    const turned = reported({ 'guides/page-1': 'two page 1' })
    await symlink('two', join(root, 'turned'))
    await rename(join(root, 'turned'), join(root, 'current'))
    await turned
    const saved = reported({ 'guides/page-1': 'three page 1' })
    await writeFiles(join(root, 'two'), markedPages('three', 2))
    await saved
    t.pass('turned, and followed')
  })

  t.test(`a git checkout of many files is told (${way})`, async (t) => {
    const root = await temporaryFolder(t)
    const contentDir = join(root, 'content')
    const git = (...args: readonly string[]): Buffer =>
      execFileSync(
        'git',
        ['-c', 'user.name=t', '-c', 'user.email=t@example.org', '-c', 'commit.gpgsign=false', ...args],
        {
          cwd: contentDir,
        },
      )
    await writeFiles(contentDir, markedPages('one', 300))
    git('init', '-q', '-b', 'one')
    git('add', '.')
    git('commit', '-qm', 'One')
    git('checkout', '-qb', 'two')
    await rm(join(contentDir, 'docs'), { recursive: true })
    await writeFiles(contentDir, { ...markedPages('two', 200), 'docs/en/two/page.md': '# Two\n\nText.\n' })
    git('add', '-A', '.')
    git('commit', '-qm', 'Two')
    const { reported } = await follow(t, { way, contentDir })
    const back = reported({ 'guides/page-0': 'one page 0', 'guides/page-299': 'one page 299', 'two/page': null })
    git('checkout', '-q', 'one')
    await back
    const forth = reported({ 'guides/page-0': 'two page 0', 'guides/page-299': null, 'two/page': 'Two' })
    git('checkout', '-q', 'two')
    await forth
    t.pass('there and back')
  })
}

t.test('a folder that is removed and made again at once, perhaps with the same inode, is followed', async (t) => {
  const { contentDir, reported } = await follow(t)
  const folder = join(contentDir, dirname(PAGE))
  for (let n = 1; n <= 5; n++) {
    const emptied = reported({ 'guides/page-1': null })
    rmSync(folder, { recursive: true })
    mkdirSync(folder)
    await emptied
    const written = reported({ 'guides/page-1': `Page ${n}` })
    await writeFile(join(contentDir, PAGE), `# Page ${n}\n`)
    await t.resolves(written)
  }
})

t.test('a folder is watched anew when its watch may have ended', async (t) => {
  const root = await temporaryFolder(t)
  const contentDir = join(root, 'content')
  await writeFiles(contentDir, markedPages('first', 1))
  const watched: [path: string, watcher: EventEmitter][] = []
  let told = (): void => {}
  await follow(t, {
    contentDir,
    onChange: () => told(),
    watchFolder(path) {
      const watcher = Object.assign(new EventEmitter(), { close() {} }) as unknown as FSWatcher
      watched.push([path, watcher])
      return watcher
    },
  })
  const folder = join(contentDir, dirname(PAGE))
  for (const [path, name] of [
    [folder, 'guides'],
    [contentDir, 'content'],
  ] as const) {
    const watcher = watched.findLast((each) => each[0] === path)?.[1]
    const settled = new Promise<void>((resolve) => (told = resolve))
    const before = watched.length
    // The system gives the name of the folder itself where its watch has ended.
    watcher?.emit('change', 'rename', name)
    await settled
    t.strictSame(
      watched.slice(before).map(([again]) => again),
      [path],
    )
  }
})

t.test('files that later lie beside the folders of plain content are followed', async (t) => {
  let told = (): void => {}
  const next = (): Promise<void> => new Promise((resolve) => (told = resolve))
  const { contentDir } = await follow(t, { onChange: () => told() })
  const changes: [path: string, text: string | null][] = [
    ['logo.svg', '<svg/>'],
    ['site.yaml', 'logo: logo.svg\n'],
    ['logo.svg', '<svg></svg>'],
    ['mkdocs.yml', 'site_name: A\n'],
    ['docs/.vitepress/config.ts', 'export default {}\n'],
    ['docs/.vitepress', null],
    ['mkdocs.yml', null],
    ['logo.svg', null],
    ['mkdocs.yml', 'site_name: A\n'],
  ]
  for (const [path, text] of changes) {
    const seen = next()
    if (text === null) await rm(join(contentDir, path), { recursive: true })
    else await writeFiles(contentDir, { [path]: text })
    await t.resolves(seen, path)
  }
})

t.test('folders of guides and icons that come later are followed', async (t) => {
  for (const way of ['watch', 'poll'] as const) {
    const { changes, contentDir } = await follow(t, { way })
    for (const file of ['guides/en/later.md', 'icons/later/one.svg']) {
      const before = changes()
      await writeFiles(contentDir, { [file]: 'new' })
      while (changes() === before) await new Promise((resolve) => setImmediate(resolve))
    }
  }
  t.pass('both')
})

t.test('what a build writes to a data folder within the content is no change', async (t) => {
  const root = await temporaryFolder(t)
  const contentDir = join(root, 'content')
  const dataDir = join(contentDir, 'docs/en/data')
  await writeFiles(contentDir, markedPages('first', 2))
  await mkdir(dataDir)
  const watched: string[] = []
  const { reported } = await follow(t, {
    contentDir,
    dataDir,
    watchFolder(path) {
      watched.push(path)
      return watch(path)
    },
  })
  const saved = reported({ 'guides/page-1': 'second page 1' })
  await writeFiles(contentDir, { 'docs/en/data/run/lock.md': 'x', ...markedPages('second', 2) })
  await saved
  t.ok(watched.includes(join(contentDir, 'docs/en/guides')))
  t.strictSame(
    watched.filter((path) => path.startsWith(dataDir)),
    [],
    'neither it nor what is in it is watched',
  )
})

t.test('a file that is written to without end is told nevertheless', async (t) => {
  // The file is never left alone for so long.
  const { changes, contentDir } = await follow(t, { settleMs: 10_000 })
  let writes = 0
  while (changes() === 0 || writes < 2) {
    await writeFile(join(contentDir, PAGE), `# Write ${++writes}\n`)
    await new Promise((resolve) => setImmediate(resolve))
  }
  t.ok(writes > 1)
})

t.test('where the system refuses further watches, the content is looked through instead', async (t) => {
  for (const limit of [0, 3]) {
    const errors: unknown[] = []
    let open = 0
    const { contentDir, reported } = await follow(t, {
      onFallback: (error) => errors.push(error),
      watchFolder(path) {
        if (open === limit) {
          throw Object.assign(new Error('ENOSPC: System limit for number of file watchers reached'), { code: 'ENOSPC' })
        }
        open += 1
        return watch(path).on('close', () => (open -= 1))
      },
    })
    t.match(errors, [{ code: 'ENOSPC' }])
    const saved = reported({ 'guides/page-1': 'Saved' })
    await writeFile(join(contentDir, PAGE), '# Saved\n')
    await saved
    t.equal(open, 0, 'no folder is watched any more')
  }
})

t.test('where the limit is reached later, nothing that changed before is missed', async (t) => {
  const errors: unknown[] = []
  let full = false
  const { contentDir, reported } = await follow(t, {
    onFallback: (error) => errors.push(error),
    watchFolder(path) {
      if (full) throw Object.assign(new Error('ENOSPC'), { code: 'ENOSPC' })
      return watch(path)
    },
  })
  full = true
  const made = reported({ 'later/page': 'Later' })
  await writeFiles(contentDir, { 'docs/en/later/page.md': '# Later\n' })
  await made
  t.equal(errors.length, 1, 'said once')
  const saved = reported({ 'later/page': 'Saved' })
  await writeFiles(contentDir, { 'docs/en/later/page.md': '# Saved\n' })
  await saved
})
