import t from 'tap'
import { contentTree } from '../../support/content-tree.ts'
import { readContent } from '../../../src/docs/read-content.ts'
import { faultsOf, pageOf, pathsOf, readFiles } from './pages-of.ts'

const REPOSITORY = {
  'README.md':
    '# Split\n\n[code](./examples/split.js#L3) [license](LICENSE) [folder](examples/) [ja](README.ja.md) [agents](AGENTS.md) [none](none.js)\n',
  'README.ja.md': '# 分割する\n',
  'AGENTS.md': '# For agents\n',
  'examples/split.js': 'split()\n',
  LICENSE: 'MIT\n',
}

const HOSTS: Readonly<Record<string, readonly [file: string, text: string, base: string]>> = {
  'an address': [
    'package.json',
    '{"repository": "git+https://me:secret@github.com/o/split.git"}',
    'https://github.com/o/split',
  ],
  'a short name': ['package.json', '{"repository": "gitlab:o/split"}', 'https://gitlab.com/o/split/-'],
  'a project of Python': [
    'pyproject.toml',
    '[project]\nname = "split"\n[project.urls]\nHomepage = "https://split.example.org"\nSource = "https://github.com/o/split"\n',
    'https://github.com/o/split',
  ],
  'the remote of Git': [
    '.git/config',
    '[core]\n\tbare = false\n[remote "origin"]\n\turl = git@github.com:o/split.git\n',
    'https://github.com/o/split',
  ],
}

for (const [name, [file, text, base]] of Object.entries(HOSTS)) {
  t.test(`links to files of a repository lead to its host: ${name}`, async (t) => {
    const content = await readFiles(t, { ...REPOSITORY, [file]: text })
    t.strictSame(faultsOf(content), ['README.md:3 dead_link'])
    t.equal(
      pageOf(content, 'en', '').markdown.trim().split('\n').at(-1),
      `[code](${base}/blob/HEAD/examples/split.js#L3) [license](${base}/blob/HEAD/LICENSE) [folder](${base}/tree/HEAD/examples) ` +
        `[ja](${base}/blob/HEAD/README.ja.md) [agents](${base}/blob/HEAD/AGENTS.md) [none](none.js)`,
    )
  })
}

t.test('the place of a package in its repository stands before its files', async (t) => {
  const repository = '{"repository": {"url": "https://github.com/o/all", "directory": "packages/split"}}'
  const content = await readFiles(t, { ...REPOSITORY, 'package.json': repository })
  t.match(pageOf(content, 'en', '').markdown, 'https://github.com/o/all/blob/HEAD/packages/split/LICENSE')
})

t.test(
  'links beside the files of a repository lead there on its host, and those to other branches nowhere',
  async (t) => {
    const page =
      '# A\n\n[i](../../issues?q=a) [w](../../wiki/Home) [b](../other/x.md) [s](../../settings) [up](../../../x/issues)\n'
    const inFolder = '# B\n\n[i](../../../issues)\n'
    const repository = '{"repository": "o/split"}'
    const content = await readFiles(t, { 'package.json': repository, 'README.md': page, 'docs/b.md': inFolder })
    const { markdown } = pageOf(content, 'en', '')
    t.match(
      markdown,
      '[i](https://github.com/o/split/issues?q=a) [w](https://github.com/o/split/wiki/Home) [b](../other/x.md)',
    )
    t.match(pageOf(content, 'en', 'docs/b').markdown, '[i](https://github.com/o/split/issues)')
    t.strictSame(faultsOf(content), ['README.md:3 dead_link', 'README.md:3 dead_link', 'README.md:3 dead_link'])
  },
)

t.test('files of a repository without a known host are served as text, where they are small texts', async (t) => {
  const content = await readFiles(t, {
    'README.md': '# A\n\n[code](a.js) [binary](a.o) [large](b.js)\n',
    'a.js': 'a()\n',
    'a.o': Buffer.from([0, 255, 254]),
    'b.js': 'b()\n'.repeat(100_000),
  })
  t.strictSame(faultsOf(content), ['README.md:3 bad_file', 'README.md:3 bad_file'])
  const [, address = ''] = /\[code\]\((\/files\/\w+\/a\.js)\)/.exec(pageOf(content, 'en', '').markdown) ?? []
  t.ok(content.files.has(address))
})

t.test('a draft is not linked to, wherever its repository is', async (t) => {
  const content = await readFiles(t, {
    'package.json': '{"repository": "o/split"}',
    'README.md': '# A\n\n[draft](draft.md)\n',
    'draft.md': '---\ndraft: true\n---\n# Draft\n',
  })
  t.match(faultsOf(content).join(), 'README.md:3 dead_link')
})

t.test('files for tools are configuration', async (t) => {
  const content = await readFiles(t, {
    'README.md': '# A\n',
    'AGENTS.md': '# For agents\n',
    'docs/CLAUDE.md': '# For Claude\n',
    'docs/agents.md': '# Agents\n',
    'scripts/build.js': 'x',
    'scripts/README.md': '# Scripts\n',
  })
  t.strictSame(pathsOf(content)['en'], ['', 'docs/agents'])
  const rows = content.reports[0]?.rows
  for (const file of ['AGENTS.md', 'docs/CLAUDE.md', 'scripts/README.md']) t.equal(rows?.get(file)?.as, 'configuration')
})

t.test('a documentation without a title has the name of its package, its home page or its folder', async (t) => {
  const nameOf = async (files: Record<string, string>): Promise<string | null | undefined> =>
    (await readFiles(t, files)).locales.get('en')?.name
  t.equal(await nameOf({ 'README.md': '# Split It\n', 'package.json': '{"name": "split"}' }), 'split')
  t.equal(await nameOf({ 'README.md': '# Split It\n', 'pyproject.toml': '[project]\nname = "pysplit"\n' }), 'pysplit')
  t.equal(await nameOf({ 'README.md': '# Split It\n' }), 'Split It')
  t.equal(
    await nameOf({ 'mkdocs.yml': 'site_name: T\n', 'docs/index.md': '# Home\n', 'package.json': '{"name": "x"}' }),
    'T',
  )
  const folder = await contentTree(t, { 'a.md': '# A\n' })
  t.equal((await readContent(folder)).locales.get('en')?.name, folder.split('/').at(-1))
})
