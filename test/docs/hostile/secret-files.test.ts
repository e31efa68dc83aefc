import { mkdir, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import t from 'tap'
import type { Test } from 'tap'
import type { Content } from '../../../src/docs/content.ts'
import type { FileKeeper } from '../../../src/docs/files/file-keeper.ts'
import { readContent } from '../../../src/docs/read-content.ts'
import { contentTree, temporaryFolder, writeFiles, type Files } from '../../support/content-tree.ts'

/** A word of files that no page may show. */
const SECRET = 'qwxsecret'
const SVG = `<svg xmlns="http://www.w3.org/2000/svg"><title>${SECRET}</title></svg>`
const SECRETS: Files = {
  'secret.md': `# ${SECRET}\n`,
  'secret.json': `{"title":"${SECRET}"}`,
  'secret.svg': SVG,
  'en/secret.md': `# ${SECRET}\n`,
}

/** Hidden folders. Files of some of these names are read as configuration. */
const HIDDEN = ['.hidden', '.pages', '.mintignore']

/** Ways to put a file into a page, in all dialects. */
const INCLUSIONS = [
  '<!--@include: PATH-->',
  '<<< PATH',
  "import A from 'PATH'\n\n<A />",
  "import B from '!!raw-loader!PATH'\n\n<CodeBlock>{B}</CodeBlock>\n\n{B}",
  "import { title } from 'PATH'\n\n{title}",
  '--8<-- "PATH"',
  '--8<--\nPATH\n--8<--',
  '{!PATH!}',
  '{{< include "PATH" >}}',
  '{{% readfile file="PATH" %}}',
  '{{< readfile file="PATH" code="true" >}}',
  '<include>PATH</include>',
  '<Snippet file="PATH" />',
  '{% include "PATH" %}',
  '{% content-ref url="PATH" %}\n{% endcontent-ref %}',
  '{% file src="PATH" %}',
  '![a](PATH)',
  '[a](PATH)',
  '<img src="PATH">',
]

const KINDS: Readonly<Record<string, Files>> = {
  markdown: { 'docs/en/page.md': 'PAGE' },
  docusaurus: { 'docusaurus.config.js': 'module.exports = { title: "T" }', 'docs/page.mdx': 'PAGE' },
  vitepress: { '.vitepress/config.js': 'export default { title: "T" }', 'page.md': 'PAGE' },
  hugo: { 'hugo.toml': 'title = "T"', 'content/page.md': 'PAGE' },
  mkdocs: {
    'mkdocs.yml':
      'site_name: T\nINHERIT: ../outside/secret.json\nmarkdown_extensions: [pymdownx.snippets: { base_path: [., ..] }, mdx_include]\n',
    'docs/page.md': 'PAGE',
  },
  starlight: {
    'astro.config.mjs': "export default { integrations: [starlight({ title: 'T' })] }",
    'src/content/docs/page.mdx': 'PAGE',
  },
  fumadocs: {
    'source.config.ts':
      "import { defineDocs } from 'fumadocs-mdx/config'\nexport const docs = defineDocs({ dir: 'content/docs' })",
    'content/docs/page.mdx': 'PAGE',
  },
  mintlify: { 'docs.json': '{ "name": "T", "navigation": { "pages": ["page"] } }', 'page.mdx': 'PAGE' },
  gitbook: { '.gitbook.yaml': 'root: ./', 'page.md': 'PAGE' },
  nextra: { 'next.config.mjs': "import nextra from 'nextra'\nexport default nextra({})", 'content/page.mdx': 'PAGE' },
}

function pathsOf(file: string): string[] {
  const outside = ['..', '../..', '../../..', '../../../..', '../../../../..'].map((up) => `${up}/outside/${file}`)
  const hidden = ['', './', '../', '../../', '../../../../', '/', '@/', '@site/'].flatMap((start) =>
    HIDDEN.map((name) => `${start}${name}/${file}`),
  )
  const linked = ['', './', '/', '@/', '@site/', '/snippets/'].flatMap((start) => [
    `${start}linked-${file}`,
    `${start}linked/${file}`,
  ])
  return [...outside, ...hidden, ...linked, `/../outside/${file}`, `@/../outside/${file}`, `@site/../outside/${file}`, `..\\outside\\${file}`, `%2e%2e/outside/${file}`] // prettier-ignore
}

/** Reads a tree, and gives what it shows and serves that is secret. */
async function leaksOf(folder: string): Promise<string[]> {
  const kept: string[] = []
  const keeper: FileKeeper = { recall: () => null, keep: (state, _, bytes) => kept.push(Buffer.from(bytes).toString() + state) > 0 } // prettier-ignore
  const content = await readContent(folder, { keeper })
  return [...textsOf(content), ...kept].filter((text) => text.includes(SECRET)).map((text) => text.slice(0, 300))
}

function textsOf({ faults, locales }: Content): string[] {
  const pages = [...locales.values()].flatMap((locale) => locale.pages)
  return [
    ...pages.flatMap(({ blockLines, markdown, title }) => [title, markdown, blockLines]),
    ...faults.map(({ message }) => message),
  ]
}

/** Writes a tree into a folder, beside one that must not be read. */
async function treeBeside(t: Test, files: Files): Promise<string> {
  const parent = await temporaryFolder(t)
  const folder = join(parent, 'content')
  await mkdir(folder)
  await writeFiles(folder, files)
  for (const name of ['outside', ...HIDDEN.map((hidden) => `content/${hidden}`)])
    await writeFiles(join(parent, name), SECRETS)
  return folder
}

t.test(
  'no inclusion, image or link of any dialect leads to a file outside of the content, or to a hidden one',
  async (t) => {
    for (const [kind, files] of Object.entries(KINDS)) {
      const lines = ['secret.md', 'secret.json', 'secret.svg'].flatMap((file) =>
        pathsOf(file).flatMap((path) => INCLUSIONS.map((line) => line.replace('PATH', () => path))),
      )
      // Faults of one page are limited, so that many pages are needed to see all.
      const pages: Record<string, string> = {}
      for (const [path, text] of Object.entries(files as Record<string, string>)) {
        if (text !== 'PAGE') pages[path] = text
      else for (let at = 0; at < lines.length; at += 40) pages[path.replace('page', `page${at}`)] = lines.slice(at, at + 40).join('\n\n') // prettier-ignore
      }
      const folder = await treeBeside(t, pages)
      for (const name of ['.', ...Object.keys(files).map((path) => join(path, '..'))]) {
        for (const file of ['secret.md', 'secret.json', 'secret.svg']) {
          const up = join(folder, name).slice(folder.length).split('/').filter(Boolean).map(() => '..').join('/') || '.' // prettier-ignore
          await symlink(join(up, '..', 'outside', file), join(folder, name, `linked-${file}`)).catch(() => null)
          await symlink(join(up, '.hidden'), join(folder, name, 'linked')).catch(() => null)
        }
      }
      t.strictSame(await leaksOf(folder), [], kind)
    }
  },
)

t.test('the folders of content are no links that lead out of it, or to what is hidden in it', async (t) => {
  for (const name of ['public', 'static', 'docs']) {
    for (const target of ['../outside', '.hidden']) {
      const page = '# A\n\n![a](/secret.svg)\n\n[b](/secret.json)\n'
      const folder = await treeBeside(t, name === 'docs' ? { 'guides/a.md': page } : { 'docs/en/page.md': page })
      await symlink(target, join(folder, name))
      const leaks = await leaksOf(folder).catch((error: unknown) => [String(error)])
      t.notMatch(leaks.join(), SECRET, `${name} -> ${target}`)
      if (name === 'docs') t.match(leaks[0], /cannot be read: .*docs leads out of its folder|^$/, target)
    }
  }
})

t.test('site.yaml is no link out of its folder', async (t) => {
  const folder = await treeBeside(t, { 'docs/en/page.md': '# A\n' })
  await writeFile(join(folder, '../outside/site.yaml'), `${SECRET}: 1\n`)
  await symlink('../outside/site.yaml', join(folder, 'site.yaml'))
  const { faults } = await readContent(folder)
  t.strictSame(faults.map(({ file, message }) => `${file}: ${message}`), ['site.yaml: the symbolic link leads out of the folder and is not read']) // prettier-ignore
})

t.test('a link within the content is followed, also as Kubernetes has it', async (t) => {
  const folder = await contentTree(t, { 'docs/..2026/page.md': '# A\n', 'docs/en/b.md': '# B\n' })
  await symlink('..2026', join(folder, 'docs', '..data'))
  await symlink('../..data/page.md', join(folder, 'docs', 'en', 'page.md'))
  const { faults, locales } = await readContent(folder)
  t.strictSame(
    faults.filter(({ file }) => file.startsWith('docs/en')),
    [],
  )
  t.strictSame(
    locales.get('en')?.pages.map(({ path }) => path),
    ['b', 'page'],
  )
})
