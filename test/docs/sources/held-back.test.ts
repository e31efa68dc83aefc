import t from 'tap'
import type { Files } from '../../support/content-tree.ts'
import { outlineOf, pathsOf, readFiles } from './pages-of.ts'

/**
 * How YAML 1.1 and 1.2 and the generators write that something is so. Hugo, PyYAML and gray-matter were asked: each of these
 * is a truth to one of them.
 */
const YES = [
  ...'true True TRUE tRUE yes Yes YES y Y on On ON t T 1 2'.split(' '),
  '"true"',
  "'True'",
  '"1"',
  '!!bool yes',
]
const NO = [...'false False FALSE no No NO n off Off OFF f 0'.split(' '), '"false"', "'False'", '"0"']
/** How YAML writes that a field has no value. */
const NOTHING = ['null', 'Null', 'NULL', '~', '', ' # none', '!!null ""']
const page = (fields: string, body = '# Heading\n\nA first paragraph.'): string => `---\n${fields}\n---\n${body}\n`

interface Kind {
  /** Folder of the pages. */
  readonly folder: string
  readonly extension?: string
  /** Files of a site of the kind that has pages of these names. */
  readonly files: (names: readonly string[]) => Files
  /** Where its pages stand, with `/` behind it. */
  readonly path?: string
}

const summary = (names: readonly string[]): string =>
  `# Summary\n\n[Home](README.md)\n\n${names.map((name) => `- [${name}](${name}.md)\n`).join('')}`

const KINDS: Readonly<Record<string, Kind>> = {
  native: { folder: 'docs/en', files: () => ({ 'docs/en/index.md': '# Home' }) },
  docusaurus: {
    folder: 'docs',
    path: 'docs/',
    files: () => ({ 'docusaurus.config.js': `export default { title: 'Site', url: 'https://x.org' }` }),
  },
  vitepress: {
    folder: '',
    files: () => ({ '.vitepress/config.mts': `export default { title: 'Site' }`, 'index.md': '# Home' }),
  },
  mkdocs: { folder: 'docs', files: () => ({ 'mkdocs.yml': 'site_name: Site', 'docs/index.md': '# Home' }) },
  hugo: {
    folder: 'content',
    files: () => ({ 'hugo.toml': 'title = "Site"', 'content/_index.md': page('title: Home') }),
  },
  starlight: {
    folder: 'src/content/docs',
    files: () => ({
      'astro.config.mjs': `import starlight from '@astrojs/starlight'\nexport default { integrations: [starlight({ title: 'Site' })] }`,
      'src/content/docs/index.md': page('title: Home'),
    }),
  },
  mintlify: {
    folder: '',
    extension: '.mdx',
    files: (names) => ({
      'docs.json': JSON.stringify({ name: 'Site', navigation: { pages: ['index', ...names] } }),
      'index.mdx': page('title: Home'),
    }),
  },
  nextra: {
    folder: 'content',
    extension: '.mdx',
    files: () => ({
      'next.config.mjs': `import nextra from 'nextra'\nexport default nextra({})({})`,
      'app/[[...mdxPath]]/page.jsx': '',
      'content/index.mdx': '# Home',
    }),
  },
  fumadocs: {
    folder: 'content/docs',
    extension: '.mdx',
    path: 'docs/',
    files: () => ({
      'source.config.ts': `import { defineDocs } from 'fumadocs-mdx/config'\nexport const docs = defineDocs({ dir: 'content/docs' })`,
      'lib/source.ts': `export const source = loader({ baseUrl: '/docs', source: docs.toFumadocsSource() })`,
      'content/docs/index.mdx': page('title: Home'),
    }),
  },
  book: {
    folder: 'src',
    files: (names) => ({
      'book.toml': '[book]\ntitle = "Site"',
      'src/SUMMARY.md': summary(names),
      'src/README.md': '# Home',
    }),
  },
  gitbook: {
    folder: '',
    files: (names) => ({ '.gitbook.yaml': '', 'SUMMARY.md': summary(names), 'README.md': '# Home' }),
  },
  nuxt: {
    folder: 'content',
    path: 'content/',
    files: () => ({ 'nuxt.config.ts': 'export default {}', 'content/index.md': '# Home' }),
  },
  folder: { folder: '', files: () => ({ 'README.md': '# Home' }) },
}

/** Reads a site of a kind with pages that have these fields, in their order. */
async function readSite(t: Parameters<typeof readFiles>[0], kind: Kind, given: readonly string[]) {
  const fields = [...given, 'other: 1']
  const { extension = '.md', files, folder, path = '' } = kind
  const names = fields.map((_, at) => `page-${at}`)
  const paths = names.map((name) => `${folder === '' ? '' : `${folder}/`}${name}${extension}`)
  const pages = Object.fromEntries(paths.map((file, at) => [file, page(fields[at] ?? '')]))
  const content = await readFiles(t, { ...files(names), ...pages })
  const outline = outlineOf(content).join('\n')
  const of = (at: number) => content.locales.get('en')?.pages.find((each) => each.path === `${path}page-${at}`)
  const read = fields.map((written, at) => {
    const found = of(at)
    const codes = content.faults.filter(({ file }) => file === paths[at]).map(({ code }) => code)
    const isListed = new RegExp(`\\bpage-${at}$`, 'm').test(outline)
    const state = found === undefined ? 'left out' : found.unlisted === true || !isListed ? 'unlisted' : 'listed'
    return { written, state, codes, page: found }
  })
  t.equal(read.pop()?.state, 'listed', 'a page without a mark is listed')
  return read
}

for (const [name, kind] of Object.entries(KINDS)) {
  t.test(`${name}: a page is held back, however YAML writes it`, async (t) => {
    const held = YES.map((value) => `draft: ${value}`).concat(
      NO.map((value) => `published: ${value}`),
      [
        'Draft: True',
        'draft: maybe',
        'draft: [true]',
        'title: a: b\ndraft: True',
        'title: a: b\ndraft: True # yet',
        'base: &base { draft: true }\n<<: *base',
      ],
    )
    for (const { codes, state, written } of await readSite(t, kind, held)) {
      t.equal(state, 'left out', written)
      t.ok(codes.includes('not_published'), `${written}: ${codes.join()}`)
    }
  })

  t.test(`${name}: a page is kept out of lists, however YAML writes it`, async (t) => {
    const hidden = YES.flatMap((value) => [`noindex: ${value}`, `unlisted: ${value}`]).concat(
      NO.map((value) => `robots: { index: ${value} }`),
      ['robots: noindex', 'robots: NoIndex, follow', 'robots: none', 'robots: [noindex, nofollow]', 'robots: false'],
    )
    for (const { codes, state, written } of await readSite(t, kind, hidden)) {
      // Docusaurus has a rule of its own for `unlisted`.
      if (name === 'docusaurus' && written.startsWith('unlisted')) t.equal(state, 'left out', written)
      else t.strictSame([state, codes.includes('not_listed')], ['unlisted', true], written)
    }
  })

  t.test(`${name}: a page is kept out of search alone, as every generator writes it`, async (t) => {
    const truths = YES.filter((value) => value !== '2')
    const marks = [
      ...NO.flatMap((value) => ['pagefind', 'search', 'searchable'].map((field) => `${field}: ${value}`)),
      ...truths.flatMap((value) => [`search:\n  exclude: ${value}`, `exclude_search: ${value}`]),
      ...['excludeSearch', 'excludeFromSearch', 'bookSearchExclude', 'searchHidden', 'search_exclude', 'nosearch'].map(
        (field) => `${field}: true`,
      ),
    ]
    for (const { codes, page, state, written } of await readSite(t, kind, marks)) {
      t.strictSame([state, page?.unsearched, codes], ['listed', true, ['not_searched']], written)
    }
    const found = ['search: true', 'search:\n  boost: 2', 'search:\n  exclude: false', 'pagefind: { weight: 2 }']
    for (const { codes, page, state, written } of await readSite(t, kind, [...found, 'nosearch: no', 'search: ~'])) {
      t.strictSame([state, page?.unsearched, codes], ['listed', undefined, []], written)
    }
  })

  t.test(`${name}: a page is shown, however YAML writes it`, async (t) => {
    const shown = NO.flatMap((value) => ['draft', 'noindex', 'unlisted'].map((field) => `${field}: ${value}`)).concat(
      YES.map((value) => `published: ${value}`),
      NOTHING.flatMap((value) => ['draft', 'noindex', 'published', 'robots'].map((field) => `${field}: ${value}`)),
      ['published: 2026-01-01', 'draft: ""', 'robots: index, follow', 'title: a: b\ndraft: False # any more'],
    )
    for (const { state, written } of await readSite(t, kind, shown)) t.equal(state, 'listed', written)
  })

  t.test(`${name}: a field without a value is absent`, async (t) => {
    const fields = ['title', 'description', 'updated', 'date', 'slug', 'weight', 'sidebar_label', 'id', 'url', 'tags']
    const empty = NOTHING.map((value) => fields.map((field) => `${field}: ${value}`).join('\n'))
    for (const { codes, page, state, written } of await readSite(t, kind, [
      ...empty,
      'tags: [~, null]\naliases: [~]',
    ])) {
      t.equal(state, 'listed', written)
      t.match(page, { description: null, updatedAt: null, sections: [{ text: 'A first paragraph.' }] }, written)
      t.match(page?.title, /^(?:Heading|Page 0|page-\d)$/i, written)
      t.same(codes, [], written)
    }
    const [quoted] = await readSite(t, kind, ['title: "null"\ndescription: "~"'])
    t.match(quoted?.page, { title: 'null', description: '~' }, 'what is quoted is a text')
  })
}

t.test('marks that only Hugo has hold pages back, however they are written', async (t) => {
  const marks = [
    ...YES.map((value) => `headless: ${value}`),
    ...NO.flatMap((value) => [`build: { render: ${value} }`, `_build: { list: ${value} }`]),
    'build: { render: never }',
    '_Build: { List: Never }',
    'build: { render: Link }',
  ]
  const read = await readSite(t, KINDS['hugo'] as Kind, marks)
  for (const { state, written } of read) t.equal(state, 'left out', written)

  const content = await readFiles(t, {
    'hugo.toml': 'title = "Site"',
    'content/_index.md': page('title: Home'),
    'content/a/_index.md': page('title: A\ncascade: { Draft: True }'),
    'content/a/held.md': page('draft: ~'),
    'content/a/shown.md': page('draft: False'),
    'content/toml.md': '+++\ndraft = true\n+++\n\nText',
    'content/toml-text.md': '+++\ndraft = "True"\n+++\n\nText',
    'content/json.md': '{\n  "draft": 1\n}\n\nText',
    'content/json-shown.md': '{\n  "draft": null,\n  "title": null\n}\n\n# Text',
  })
  t.same(pathsOf(content), { en: ['', 'a/shown', 'json-shown'] })
})

t.test('marks that only Mintlify has hold pages back, however they are written', async (t) => {
  const hidden = YES.map((value) => `hidden: ${value}`)
  for (const { state, written } of await readSite(t, KINDS['mintlify'] as Kind, hidden))
    t.equal(state, 'unlisted', written)
  const found = NO.map((value) => `hidden: true\nnoindex: ${value}`)
  for (const { page, written } of await readSite(t, KINDS['mintlify'] as Kind, found))
    t.equal(page?.unlisted, undefined, written)
  const signedIn = NO.concat(NOTHING).map((value) => `groups: [staff]\npublic: ${value}`)
  for (const { state, written } of await readSite(t, KINDS['mintlify'] as Kind, signedIn))
    t.equal(state, 'left out', written)
})

t.test('a configuration of MkDocs in YAML 1.1 has its truth values, and no value where it says so', async (t) => {
  for (const value of ['no', 'False', 'off']) {
    const content = await readFiles(t, {
      'mkdocs.yml': `site_name: ~\nuse_directory_urls: ${value}\nnav:\n`,
      'docs/index.md': '# Home\n\n[p](p.html) [q](sub/index.html)',
      'docs/p.md': '# P',
      'docs/sub/index.md': '# Q',
    })
    t.same(content.faults, [], value)
    t.match(outlineOf(content).join(), 'P p', 'the navigation is found, as without nav')
  }
})

t.test('site.yaml and meta.json take what has no value as absent', async (t) => {
  const content = await readFiles(t, {
    'site.yaml':
      'name: Lantern\ndescription:\nurl: ~\nlocales: { en: }\nsources:\n  - { folder: own, kind: markdown, mount: null, version: }\n',
    'own/docs/en/index.md': '# Home',
    'own/docs/en/a/meta.json': '{ "title": null, "pages": null }',
    'own/docs/en/a/b.md': page('title: ~'),
  })
  t.same(content.faults, [])
  t.same(pathsOf(content), { en: ['', 'a/b'] })
  t.match(outlineOf(content), ['A', '  Heading a/b'])
})

t.test('what the front matter of a folder or of parameters says of search holds in Hugo', async (t) => {
  const content = await readFiles(t, {
    'hugo.toml': 'title = "Site"',
    'content/_index.md': page('title: Home'),
    'content/a/_index.md': page('title: A\ncascade: { bookSearchExclude: true }'),
    'content/a/held.md': page('title: Held'),
    'content/a/found.md': page('bookSearchExclude: false'),
    'content/toml.md': '+++\n[params]\nexcludeSearch = true\n+++\n\nText',
  })
  const unsearched = (content.locales.get('en')?.pages ?? []).filter((each) => each.unsearched === true)
  t.same(
    unsearched.map(({ path }) => path),
    ['a', 'a/held', 'toml'],
  )
})

t.test('what the configuration of mdBook says of search holds for its chapters', async (t) => {
  const content = await readFiles(t, {
    'book.toml':
      '[output.html.search.chapter]\n"old" = { enable = false }\n"old/still.md" = { enable = true }\n"b.md" = { enable = false }\n"o" = { enable = false }\n',
    'src/SUMMARY.md': summary(['a', 'b', 'old/gone', 'old/still', 'older']),
    ...Object.fromEntries(
      ['README', 'a', 'b', 'old/gone', 'old/still', 'older'].map((name) => [`src/${name}.md`, `# ${name}\n`]),
    ),
  })
  const unsearched = (content.locales.get('en')?.pages ?? []).filter((each) => each.unsearched === true)
  t.same(
    unsearched.map(({ path }) => path),
    ['b', 'old/gone'],
  )
})
