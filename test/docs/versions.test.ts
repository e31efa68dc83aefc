import t from 'tap'
import { checkContent } from '../../src/docs/check/check-content.ts'
import { readContent } from '../../src/docs/read-content.ts'
import { readSiteConfig } from '../../src/docs/site/read-site-config.ts'
import { contentTree } from '../support/content-tree.ts'
import { faultsOf, orderOf, pageOf, pathsOf, readFiles } from './sources/pages-of.ts'

const SOURCES = `
sources:
  - { folder: two, version: "2.x" }
  - { folder: one, mount: 1.x, version: "1.x" }
  - { folder: shared, mount: about }
`

const FILES = {
  'two/docs/en/index.md': '# Home\n\nThe [guide](guide.md).\n',
  'two/docs/en/guide.md': '# Guide\n\nNew.\n',
  'two/docs/zh/index.md': '# 首页\n\n文\n',
  'one/docs/en/index.md': '# Home\n\nThe [guide](guide.md).\n',
  'one/docs/en/guide.md': '# Guide\n\nOld.\n',
  'one/docs/en/gone.md': '# Gone\n\nOld.\n',
  'shared/docs/en/team.md': '# Team\n\nWe.\n',
}

t.test('sources of site.yaml have versions, the first one by default', async (t) => {
  const content = await readFiles(t, { ...FILES, 'site.yaml': SOURCES })
  t.strictSame(content.versions, {
    versions: [
      { name: '2.x', label: '2.x' },
      { name: '1.x', label: '1.x' },
    ],
    default: '2.x',
  })
  t.strictSame(pageOf(content, 'en', '1.x/guide').version, { name: '1.x', path: 'guide', newest: 'guide' })
  t.strictSame(pageOf(content, 'en', '1.x/gone').version, { name: '1.x', path: 'gone', newest: null })
  t.equal(pageOf(content, 'en', 'about/team').version, undefined)
  t.strictSame(orderOf(content, 'en'), ['about/team', 'guide'])
  const old = content.locales.get('en')?.versionNavs.get('1.x') ?? []
  t.strictSame(
    old.flatMap(({ pages }) => pages.map(({ path }) => path)),
    ['about/team', '1.x', '1.x/gone', '1.x/guide'],
  )
})

t.test('site.yaml orders and names versions, and leaves out those that it does not list', async (t) => {
  const listed = `versions:\n  - name: "1.x"\n    label: Long-term\n    default: true\n  - name: "2.x"\n`
  const content = await readFiles(t, { ...FILES, 'site.yaml': listed + SOURCES })
  t.strictSame(content.versions, {
    versions: [
      { name: '1.x', label: 'Long-term' },
      { name: '2.x', label: '2.x' },
    ],
    default: '1.x',
  })
  t.equal(pageOf(content, 'en', 'guide').version?.newest, '1.x/guide')
  const some = await readFiles(t, {
    'docusaurus.config.js': `module.exports = { presets: [['classic', {}]] }`,
    'versions.json': '["2.0", "1.0"]',
    'docs/page.md': '# Coming\n',
    'versioned_docs/version-2.0/page.md': '# Now\n',
    'versioned_docs/version-1.0/page.md': '# Before\n',
    'site.yaml': 'versions:\n  - name: "2.0"\n  - name: "1.0"\n',
  })
  t.strictSame(pathsOf(some), { en: ['docs/1.0/page', 'docs/page'] })
  t.equal(some.reports[0]?.leftOut.get('of a version that is not shown'), 1)
})

t.test('a version that no page has is a fault', async (t) => {
  const content = await readFiles(t, {
    'docs/en/index.md': '# Home\n',
    'site.yaml': 'versions:\n  - name: "9"\n',
  })
  t.strictSame(faultsOf(content), ['site.yaml:2 empty_version'])
  t.strictSame(content.versions, { versions: [], default: null })
})

t.test('all faults of versions in site.yaml are said together', async (t) => {
  const folder = await contentTree(t, {
    'a/docs/en/x.md': '# X\n',
    'site.yaml': `versions:
  - name: 2.0
  - name: "1"
    default: yes please
sources:
  - { folder: a, version: 1 }
`,
  })
  const read = async (): Promise<string[]> =>
    (await readSiteConfig(folder)).faults.map(({ line, message }) => `${line} ${message}`)
  t.strictSame(await read(), [
    '2 versions.0.name: must be text; a number is text in quotes, such as "2.0"',
    '4 versions.1.default: must be true or false',
    '6 sources.0.version: must be text; a number is text in quotes, such as "2.0"',
  ])
  const other = await contentTree(t, {
    'a/docs/en/x.md': '# X\n',
    'site.yaml': `versions:
  - { name: "2", default: true }
  - { name: "2", default: true }
sources:
  - { folder: a, version: "3" }
`,
  })
  t.strictSame(
    (await readSiteConfig(other)).faults.map(({ line, message }) => `${line} ${message}`),
    [
      '3 versions.1.name: 2 stands here a second time',
      '3 versions.1.default: 2 is the default already',
      '5 sources.0.version: must be one of the versions that are listed: 2',
    ],
  )
})

t.test('hints about other versions are left out', async (t) => {
  const content = await readContent(await contentTree(t, { ...FILES, 'site.yaml': SOURCES }))
  const hints = checkContent(content).map(({ code, file }) => `${file} ${code}`)
  t.strictSame(hints.toSorted(), [
    'shared/docs/en/team.md missing_translation',
    'shared/docs/en/team.md orphan_page',
    'two/docs/en/guide.md missing_translation',
  ])
})

function built(title: string, version: string | null, part = 'docs-default', link = ''): string {
  const metas =
    version === null
      ? '<meta name="docsearch:docusaurus_tag" content="default">'
      : `<meta name="docsearch:version" content="${version}"><meta name="docsearch:docusaurus_tag" content="${part}-${version}">`
  return `<!doctype html><html lang="en"><head><title>${title}</title><meta name="generator" content="Docusaurus v3">${metas}</head>
<body><main><article><h1>${title}</h1><p>Text of the page, long enough to be content of it. ${link}</p></article></main></body></html>`
}

t.test('a built site of Docusaurus has the versions that its pages name', async (t) => {
  const content = await readFiles(t, {
    'index.html': built('Home', null),
    'docs/intro/index.html': built('Intro', '2.0'),
    'docs/10.0/intro/index.html': built('Intro', '10.0'),
    'docs/9.0/intro/index.html': built('Intro', '9.0'),
    'docs/next/intro/index.html': built('Intro', 'current'),
    'team/index.html': built('Team', 'current', 'docs-team'),
  })
  t.strictSame(
    content.versions.versions.map(({ label }) => label),
    ['Next', '10.0', '9.0', '2.0'],
  )
  t.equal(content.versions.default, '2.0')
  t.equal(pageOf(content, 'en', 'docs/9.0/intro').version?.newest, 'docs/intro')
  t.equal(pageOf(content, 'en', 'docs/next/intro').version?.name, 'current')
  t.equal(pageOf(content, 'en', 'team').version, undefined, 'a part with one version has none')
})

t.test('a site that mike keeps has the versions of its list, and copies lead to them', async (t) => {
  const page = (title: string, link = ''): string =>
    built(title, null, '', link).replace('Docusaurus v3', 'mkdocs-1.6, mkdocs-material-9')
  const content = await readFiles(t, {
    'versions.json':
      '[{"version":"2.0","title":"2.0.1","aliases":["latest"]},{"version":"1.0","title":"1.0","aliases":[]}]',
    'index.html': '<!doctype html><meta http-equiv="refresh" content="0; url=latest/">',
    '2.0/index.html': page('Home'),
    '2.0/guide/index.html': page('Guide'),
    'latest/index.html': page('Home'),
    'latest/guide/index.html': page('Guide'),
    '1.0/index.html': page('Home', '<a href="guide/">guide</a> <a href="/latest/guide/">latest</a>'),
    '1.0/guide/index.html': page('Guide'),
  })
  t.strictSame(pathsOf(content), { en: ['1.0', '1.0/guide', '2.0', '2.0/guide'] })
  t.strictSame(content.versions, {
    versions: [
      { name: '2.0', label: '2.0.1' },
      { name: '1.0', label: '1.0' },
    ],
    default: '2.0',
  })
  t.equal(content.reports[0]?.leftOut.get('a copy of a version'), 2)
  t.equal(content.redirects.get('/en/latest/guide'), '/en/2.0/guide')
  t.match(pageOf(content, 'en', '1.0').blockLines, '"/en/1.0/guide"')
  t.match(pageOf(content, 'en', '1.0').blockLines, '"/en/2.0/guide"')
  t.equal(pageOf(content, 'en', '1.0/guide').version?.newest, '2.0/guide')
})
