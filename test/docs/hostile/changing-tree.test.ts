import { execFileSync } from 'node:child_process'
import { mkdirSync, renameSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { createReadingWatch } from '../../../src/docs/readers/reading-watch.ts'
import { createContentDraft } from '../../../src/docs/content-draft.ts'
import { KEEPS_NOTHING } from '../../../src/docs/files/file-keeper.ts'
import { readSiteContent } from '../../../src/docs/read-site-content.ts'
import { readMarkdownFolder } from '../../../src/docs/read-markdown-folder.ts'
import { DEFAULT_NAMES } from '../../../src/docs/locales/locale-names.ts'
import type { SourceReading, SourceResult } from '../../../src/docs/source-reading.ts'
import { createPageReader } from '../../../src/docs/kept/read-pages.ts'
import { PLAIN_FOLDER, SOURCE_KINDS } from '../../../src/docs/sources/kinds.ts'
import { readSource } from '../../../src/docs/sources/read-source.ts'
import { contentTree, temporaryFolder, type Files } from '../../support/content-tree.ts'

const SECRET = 'qwxsecret'

type Reader = (reading: SourceReading) => Promise<SourceResult>

const page = (name: string): string => `# ${name}\n\n[b](b.md) ![c](c.svg)\n`
const PAGES: Files = { 'a.md': page('A'), 'b.md': page('B'), 'd.md': page('D'), 'e.md': page('E'), 'c.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>' } // prettier-ignore

function below(folder: string, files: Files): Files {
  return Object.fromEntries(Object.entries(files).map(([name, text]) => [`${folder}/${name}`, text]))
}

const source = (name: string): Reader => {
  const kind = [...SOURCE_KINDS, PLAIN_FOLDER].find((each) => each.name === name)
  if (kind === undefined) throw new Error(`There is no kind ${name}`)
  return (reading) => readSource(kind, '', reading)
}

/** Readers with a tree, and the folder of its pages. */
const READERS: readonly {
  readonly name: string
  readonly reader: Reader
  readonly folder: string
  readonly files: Files
}[] = [
  { name: 'markdown', reader: readMarkdownFolder, folder: 'docs/en', files: {} },
  {
    name: 'docusaurus',
    reader: source('docusaurus'),
    folder: 'docs',
    files: { 'docusaurus.config.js': 'module.exports = {}' },
  },
  {
    name: 'vitepress',
    reader: source('vitepress'),
    folder: '.',
    files: { '.vitepress/config.js': 'export default {}' },
  },
  { name: 'hugo', reader: source('hugo'), folder: 'content', files: { 'hugo.toml': '' } },
  { name: 'mkdocs', reader: source('mkdocs'), folder: 'docs', files: { 'mkdocs.yml': 'site_name: T\n' } },
  { name: 'folder', reader: source('folder'), folder: 'docs', files: {} },
  { name: 'html', reader: readSiteContent, folder: '.', files: { 'a.html': '<main><h1>A</h1><img src="c.svg"><a href="b.html">b</a></main>', 'b.html': '<main><h1>B</h1></main>', 'e.html': '<main><h1>E</h1></main>' } }, // prettier-ignore
]

/** What may happen to files while they are read. */
const CHANGES: Readonly<Record<string, (folder: string, outside: string) => void>> = {
  'all files vanish': (folder) => rmSync(folder, { recursive: true }),
  'files become folders': (folder) => {
    for (const name of ['b.md', 'e.md', 'c.svg', 'b.html', 'e.html']) {
      rmSync(join(folder, name), { force: true })
      mkdirSync(join(folder, name, 'inner'), { recursive: true })
    }
  },
  'files become links': (folder, outside) => {
    for (const name of ['b.md', 'e.md', 'c.svg', 'b.html', 'e.html']) {
      rmSync(join(folder, name), { force: true })
      symlinkSync(join(outside, name), join(folder, name))
    }
  },
  'their folder becomes a link': (folder, outside) => {
    renameSync(folder, `${folder}.old`)
    symlinkSync(outside, folder)
  },
  'files become pipes': (folder) => {
    for (const name of ['b.md', 'e.md', 'c.svg', 'b.html', 'e.html']) {
      rmSync(join(folder, name), { force: true })
      execFileSync('mkfifo', [join(folder, name)])
    }
  },
  'files grow to a gigabyte': (folder) => {
    for (const name of ['b.md', 'e.md', 'c.svg', 'b.html', 'e.html']) {
      writeFileSync(join(folder, name), 'a')
      truncateSync(join(folder, name), 2 ** 30)
    }
  },
  'files are added': (folder) => {
    for (let at = 0; at < 20; at++) writeFileSync(join(folder, `new${at}.md`), page('New'))
  },
}

t.test('a tree that changes while it is read never ends the reading, nor leads out of the content', async (t) => {
  const outside = await temporaryFolder(t)
  for (const name of ['a.md', 'b.md', 'd.md', 'e.md']) writeFileSync(join(outside, name), `# ${SECRET}\n`)
  for (const name of ['b.html', 'e.html']) writeFileSync(join(outside, name), `<main><h1>${SECRET}</h1></main>`)
  writeFileSync(join(outside, 'c.svg'), `<svg xmlns="http://www.w3.org/2000/svg"><title>${SECRET}</title></svg>`)
  for (const { files, folder, name, reader } of READERS) {
    for (const [what, change] of Object.entries(CHANGES)) {
      // The change comes before, within and after the first of two passes over five files.
      for (const when of [0, 1, 4, 6]) {
        const contentDir = join(await contentTree(t, below('content', { ...files, ...(name === 'html' ? {} : below(folder, PAGES)) })), 'content') // prettier-ignore
        const served: string[] = []
        const draft = createContentDraft()
        const ofSource = draft.source({ folder: '', mount: '' })
        let turns = 0
        const watch = createReadingWatch({
          onWork(step, file = '') {
            if (step === 'reading' && file !== '' && turns++ === when) change(join(contentDir, folder), outside)
          },
        })('')
        await reader({
          folder: contentDir,
          draft: ofSource,
          names: DEFAULT_NAMES,
          locale: null,
          version: null,
          showsVersion: () => true,
          isRead: () => true,
          selector: null,
          ownIdsOnly: false,
          look: new Set(['logo', 'navigation']),
          keeper: {
            ...KEEPS_NOTHING,
            keep: (_state, _served, bytes) => served.push(Buffer.from(bytes).toString()) > 0,
          },
          opened: () => Promise.resolve(),
          watch,
          pages: createPageReader({ draft: ofSource, watch, readings: null, helping: null, source: '', settings: '' }),
        })
        const { faults, locales } = draft.finish()
        const texts = [...locales.values()].flatMap(({ pages }) => pages.map(({ markdown }) => markdown))
        const shown = [...texts, ...served, ...faults.map(({ message }) => message)].join('\n')
        t.notMatch(shown, SECRET, `${name}: ${what} at ${when}`)
        t.ok(turns > when || when > 0, `${name}: nothing was read`)
      }
    }
  }
})
