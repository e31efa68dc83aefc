import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import t from 'tap'
import { TEST_FLAGS } from '../../scripts/test-flags.ts'
import { writeTree } from '../docs/write-tree.ts'
import { contentTree } from '../support/content-tree.ts'
import { slowMarkdown } from '../support/slow-page.ts'

function check(...given: string[]): Promise<{ status: number; output: string }> {
  return checkWith({}, ...given)
}

function checkWith(env: NodeJS.ProcessEnv, ...given: string[]): Promise<{ status: number; output: string }> {
  return new Promise((resolve) => {
    const program = [...TEST_FLAGS, 'dist/commands/signpost.js', 'check', ...given]
    execFile(process.execPath, program, { env: { ...process.env, ...env } }, (error, stdout, stderr) => {
      resolve({ status: error ? Number(error.code) : 0, output: stdout + stderr })
    })
  })
}

const HOME = { 'en/index.md': '# Home\n\n[a](a.md)' }

t.test('content without faults passes', async (t) => {
  const folder = await writeTree(t, {
    ...HOME,
    'en/a.md': '# A',
    'ko/index.md': '# 가\n\n[가](a.md)',
    'ko/a.md': '# 가',
  })
  t.same(await check(folder), {
    status: 0,
    output: 'Read: 4 pages (2 en, 2 ko), as markdown.\nFiles: 4 = 4 pages\nno faults; pages: 2 en, 2 ko\n',
  })
})

t.test('each fault is a line with file, line, column, code and message, and fails the check', async (t) => {
  const folder = await writeTree(t, {
    'en/index.md': '# Home\n\n[a](a.mdx) [d](d.md)',
    'en/a.mdx': '# A\n\nb { c',
    'en/d.md': 'no title',
  })
  const { status, output } = await check(folder)
  t.equal(status, 1)
  t.match(
    output,
    /^Read: .+\ndocs\/en\/a\.mdx:3:3 stray_brace .+\ndocs\/en\/d\.md:1:1 no_title .+\nFiles: .+\nstray_brace: .+\nno_title: .+\n2 faults in 2 files; pages: 3 en\n$/,
  )
})

t.test('documentation that is not read fails the check, and content without any page does so otherwise', async (t) => {
  const sphinx = { 'docs/conf.py': '', 'docs/index.rst': 'x' }
  const mixed = await check(await contentTree(t, { 'README.md': '# Home\n', ...sphinx }))
  t.equal(mixed.status, 1)
  t.match(mixed.output, /^Read: 1 page \(1 en\), as folder\. Not read: 1 \.rst \(Sphinx: .+\)\.\n/)
  t.match(mixed.output, /\nFiles: 3 = 1 page \+ 1 left out \+ 1 not read\n/)
  t.match(await check(await contentTree(t, sphinx)), { status: 2, output: /Not read: 1 \.rst/ })
})

t.test('images of other sites are counted, and what shows them is said', async (t) => {
  const badges = '[![b](https://img.example/b.svg)](a.md) ![c](https://img.example/c.svg) ![d](https://x.example/d.svg)'
  const folder = await writeTree(t, { 'en/index.md': `# Home\n\n${badges}\n`, 'en/a.md': '# A\n\n![own](http://x)\n' })
  const { output } = await check(folder)
  t.match(
    output,
    '3 images of 2 other sites stand as links. To show them: IMAGE_ORIGINS=https://img.example,https://x.example',
  )
})

t.test('faults that say the same are counted, and --all lists them', async (t) => {
  const pages = Array.from({ length: 9 }, (_, at): [string, string] => [`en/p${at}.md`, '# P\n\n[x](/en/gone)\n'])
  const folder = await writeTree(t, { 'en/index.md': '# Home\n', ...Object.fromEntries(pages) })
  const { output } = await check(folder)
  t.equal(output.match(/^docs\S+ dead_link /gm)?.length, 5)
  t.match(output, /^4 more: dead_link "\/en\/gone" .+; --all lists them$/m)
  t.match(output, /\n9 faults in 9 files/)
  t.equal((await check(folder, '--all')).output.match(/^docs\S+ dead_link /gm)?.length, 9)
})

t.test('a baseline keeps old faults from failing the check, and new ones fail it', async (t) => {
  const folder = await writeTree(t, { 'en/index.md': '# Home\n\n[x](old.md)\n' })
  const baseline = join(folder, 'baseline.json')
  t.equal((await check(folder, '--baseline', baseline)).status, 0, 'it is written')
  await writeFile(join(folder, 'docs/en/index.md'), '# Home\n\nMoved.\n\n[x](old.md)\n')
  t.match(await check(folder, '--baseline', baseline), { status: 0, output: /\nno faults;/ })
  await writeFile(join(folder, 'docs/en/index.md'), '# Home\n\n[x](old.md) [z](new.md)\n')
  const { output, status } = await check(folder, '--baseline', baseline)
  t.equal(status, 1)
  t.match(output, /\n1 fault in 1 file;/)
  await writeFile(baseline, '[]')
  t.match(await check(folder, '--baseline', baseline), {
    status: 2,
    output: /is no baseline of content:check; remove it/,
  })
})

t.test('a reader of the output that ends early is no fault', async (t) => {
  const links = Array.from({ length: 20_000 }, (_, at) => `[x](gone-${at}.md)`).join('\n\n')
  const folder = await writeTree(t, { 'en/index.md': `# Home\n\n${links}\n` })
  const program = [...TEST_FLAGS, 'dist/commands/signpost.js', 'check', folder]
  const child = spawn(process.execPath, program, { stdio: ['ignore', 'pipe', 'pipe'] })
  child.stdout.once('data', () => child.stdout.destroy())
  const [errors, [status]] = await Promise.all([text(child.stderr), once(child, 'close')])
  t.equal(errors, '')
  t.equal(status, 1)
})

t.test('a folder that cannot be read fails the check otherwise', async (t) => {
  t.strictSame(await check('/nonexistent'), {
    status: 2,
    output: 'The content cannot be read: there is no folder /nonexistent\n',
  })
  const empty = await contentTree(t, { 'site.yaml': 'sources: [{ folder: nowhere }]\n', 'notes.txt': '' })
  const { status, output } = await check(empty)
  t.equal(status, 2)
  t.match(output, /^site\.yaml:1:21 bad_site .+\nThe content cannot be read: .+ has no documentation: .+\n$/)
})

t.test('each code is explained, that of hints too', async (t) => {
  const folder = await writeTree(t, { 'en/index.md': '# Home\n', 'en/lonely.md': '# Lonely\n' })
  t.match((await check(folder)).output, /^orphan_page: Link to the page from another one\.$/m)
})

const FAULTY = {
  'en/index.md': '# Home\n\n[a](a.md) [gone](nowhere.md) [moved](old/place/moved.md) [head](a.md#The-Head)\n',
  'en/a.md':
    '# A\n\n## The head\n\n<Mystery of="x">text</Mystery>\n\n{{< shortcode >}}\n\n```\n[code](old/place/moved.md)\n```\n',
  'en/new/moved.md': '# Moved\n\n[to it](/en/old/moved)\n',
  'en/lonely.md': '# Lonely\n',
  'en/draft.md': '---\ndraft: true\n---\n# Draft\n',
  'ko/a.md': '# 가\n',
}

t.test('links, components, directives and what is missing are checked', async (t) => {
  const folder = await writeTree(t, FAULTY)
  const { status, output } = await check(folder)
  t.equal(status, 1)
  const codes = output.split('\n').map((line) => /^(docs\S+:\d+):\d+ (\w+)/.exec(line)).filter((line) => line !== null).map(([, place, code]) => `${place} ${code}`) // prettier-ignore
  t.strictSame(codes, [
    'docs/en/a.md:5 unknown_component',
    'docs/en/a.md:7 raw_directive',
    'docs/en/index.md:3 dead_link',
    'docs/en/index.md:3 dead_link',
    'docs/en/index.md:3 dead_anchor',
    'docs/en/new/moved.md:3 dead_link',
    'docs/ko/a.md:1 no_home',
    'docs/en/draft.md:1 not_published',
    'docs/en/index.md:1 missing_translation',
    'docs/en/lonely.md:1 missing_translation',
    'docs/en/new/moved.md:1 missing_translation',
    'docs/en/lonely.md:1 orphan_page',
    'docs/en/new/moved.md:1 orphan_page',
    'docs/ko/a.md:1 orphan_page',
  ])
})

t.test('warnings fail a strict check alone, and hints none', async (t) => {
  const folder = await writeTree(t, { 'en/index.md': '# Home\n\n<Mystery />\n', 'en/lonely.md': '# Lonely\n' })
  t.equal((await check(folder)).status, 0)
  t.equal((await check(folder, '--strict')).status, 1)
  const hinted = await writeTree(t, { 'en/index.md': '# Home\n', 'en/lonely.md': '# Lonely\n' })
  t.match(await check(hinted, '--strict'), { status: 0, output: /no faults, 1 hint; pages: 2 en\n$/ })
})

t.test('programs get faults as JSON and as SARIF', async (t) => {
  const folder = await writeTree(t, FAULTY)
  const json = JSON.parse((await check(folder, '--json')).output) as { pages: unknown; faults: unknown[] }
  t.strictSame(json.pages, { en: 4, ko: 1 })
  t.match(json.faults, [
    { file: 'docs/en/a.md', line: 5, code: 'unknown_component', severity: 'warning', remedy: /Markdown/ },
  ])
  const sarif = JSON.parse((await check(folder, '--sarif')).output) as { version: string; runs: unknown[] }
  t.equal(sarif.version, '2.1.0')
  t.match(sarif.runs, [
    {
      tool: { driver: { name: 'Signpost content:check' } },
      results: [
        {
          ruleId: 'unknown_component',
          level: 'warning',
          locations: [{ physicalLocation: { artifactLocation: { uri: 'docs/en/a.md' }, region: { startLine: 5 } } }],
        },
      ],
    },
  ])
})

t.test('--fix corrects the links that can mean one page or heading alone', async (t) => {
  const folder = await writeTree(t, FAULTY)
  const { output } = await check(folder, '--fix')
  t.equal(await readFile(join(folder, 'docs/en/index.md'), 'utf8'), '# Home\n\n[a](a.md) [gone](nowhere.md) [moved](./new/moved.md) [head](a.md#the-head)\n') // prettier-ignore
  t.match(await readFile(join(folder, 'docs/en/new/moved.md'), 'utf8'), '[to it](/en/new/moved)')
  t.match(await readFile(join(folder, 'docs/en/a.md'), 'utf8'), '[code](old/place/moved.md)', 'code stays as it is')
  t.equal(output.match(/^docs\S+ dead_\w+/gm)?.length, 1, 'and says what is left')
})

t.test('languages that are not served are named, and pages that a theme lists are no orphans', async (t) => {
  const folder = await contentTree(t, {
    'hugo.yaml': 'languages: {en: {contentDir: content/en}, no: {contentDir: content/no}}',
    'content/en/a.md': '# A',
    'content/en/_index.md': '# Home',
    'content/no/a.md': '# Å',
    'content/no/b.md': '# B',
  })
  const { output, status } = await check(folder)
  t.equal(status, 0)
  t.match(output, /\n {2}2 in a language that is not served\nlanguages that are not served, by files:\n {2}2 no\n/)
  t.match(output, /no faults; pages: 2 en\n$/)
  t.match(await check('--help'), { status: 0, output: /^usage: signpost check/m })
})

t.test('options that it does not know, and folders too many, are refused', async (t) => {
  t.match(await check('--nonsense'), { status: 2, output: /--nonsense.*signpost check --help/ })
  t.match(await check('a', 'b'), { status: 2, output: /at most \[folder\]/ })
})

t.test('a page that takes too long is a fault, and the check comes to its end', async (t) => {
  const folder = await writeTree(t, { 'en/index.md': '# Home', 'en/slow.md': slowMarkdown() })
  const deadline = { PAGE_DEADLINE_MS: '200' }
  const { status, output } = await checkWith(deadline, folder)
  t.equal(status, 1)
  t.match(
    output,
    /^Read: .+\ndocs\/en\/slow\.md:1:1 slow_page the page is left out, .+\nfiles not read:\n {2}1 slow_page\nFiles: 2 = 1 page \+ 1 not read\nslow_page: Split .+\n1 fault in 1 file; pages: 1 en\n$/,
  )
  const sarif = await checkWith(deadline, folder, '--sarif')
  t.match(JSON.parse(sarif.output), {
    runs: [
      {
        results: [
          {
            ruleId: 'slow_page',
            level: 'error',
            locations: [{ physicalLocation: { artifactLocation: { uri: 'docs/en/slow.md' } } }],
          },
        ],
      },
    ],
  })
})
