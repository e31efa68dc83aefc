import t from 'tap'
import { createLinkSpace } from '../../../src/docs/links/link-space.ts'
import { resolveLink } from '../../../src/docs/links/resolve-link.ts'
import type { LinkRules } from '../../../src/docs/links/link-rules.ts'
import type { Locale } from '../../../src/shared/locale.ts'

const space = createLinkSpace()
const FILES = ['index.mdx', 'api/index.mdx', 'api/search.md', 'api/page.mdx', 'guide/a.md', 'guide/b c.md', 'guide/deep/x.md', 'plain.md'] // prettier-ignore
for (const locale of ['en', 'ko'] as const) {
  for (const file of FILES) {
    if (locale === 'ko' && file === 'plain.md') continue
    const path = file.replace(/\.mdx?$/, '').replace(/(?:^|\/)index$/, '')
    space.add(`docs/${locale}/${file}`, { locale, path, address: `${locale}/${path}` }, path)
  }
}

/** The same with pages for folders. */
const spaceWithFolders = createLinkSpace()
for (const path of ['guide', 'guide/a', 'guide/deep', 'guide/deep/x']) {
  spaceWithFolders.add(`built/${path}.html`, { locale: 'en', path, address: `en/${path}` }, path)
}

const RULES: LinkRules = {
  basePath: '/',
  localeFolders: new Map<string, Locale>([['zh-cn', 'zh'], ['ko-kr', 'ko']]), // prettier-ignore
  rootLocale: null,
  aliases: new Map([['@site/', 'docs/']]),
  relativeTo: 'file',
}

function resolve(href: string, from: string, rules: Partial<LinkRules> = {}): string {
  const [, locale = ''] = /^docs\/(\w+)/.exec(from) ?? []
  const path = from.replace(/^docs\/\w+\//, '').replace(/\.mdx?$/, '').replace(/(?:^|\/)index$/, '') // prettier-ignore
  const origin = { file: from, locale: locale as Locale, path, address: `${locale}/${path}` }
  const link = resolveLink(href, origin, { ...RULES, ...rules }, space)
  return link.kind === 'page' ? link.target : link.kind
}

t.test('links between files become links between pages', async (t) => {
  const cases: [href: string, from: string, expected: string][] = [
    ['./page.mdx', 'docs/ko/api/search.md', '/ko/api/page'],
    ['page.md#fields', 'docs/ko/api/search.md', '/ko/api/page#fields'],
    ['page?x=1', 'docs/ko/api/search.md', '/ko/api/page?x=1'],
    ['../guide/a.md', 'docs/ko/api/search.md', '/ko/guide/a'],
    ['../api/index.mdx', 'docs/ko/guide/a.md', '/ko/api'],
    ['b%20c.md', 'docs/ko/guide/a.md', '/ko/guide/b%20c'],
    [' b c.md\t', 'docs/ko/guide/a.md', '/ko/guide/b%20c'],
    ['deep/x', 'docs/ko/guide/a.md', '/ko/guide/deep/x'],
    ['../index.md', 'docs/ko/guide/a.md', '/ko'],
    ['search.mdx', 'docs/en/api/index.mdx', '/en/api/search'],
    ['guide/a.html', 'docs/en/index.mdx', '/en/guide/a'],
    ['../../en/plain.md', 'docs/ko/api/search.md', '/en/plain'],
    ['@site/en/guide/a.md', 'docs/ko/plain.md', '/en/guide/a'],
    ['#here', 'docs/en/plain.md', '#here'],
    ['?tab=2#here', 'docs/en/plain.md', '?tab=2#here'],
  ]
  for (const [href, from, expected] of cases) t.equal(resolve(href, from), expected, `${href} in ${from}`)
})

t.test('an address that is mostly spaces takes no longer than another', async (t) => {
  t.equal(resolve(`x${' '.repeat(1_000_000)}y`, 'docs/en/plain.md'), 'unknown')
})

t.test('addresses from the root lead to the locale of the page, one that they name, or English', async (t) => {
  t.equal(resolve('/api/search', 'docs/ko/plain.md'), '/ko/api/search')
  t.equal(resolve('/en/api/search.mdx', 'docs/ko/plain.md'), '/en/api/search')
  t.equal(resolve('/ko-kr/api/search/', 'docs/en/plain.md'), '/ko/api/search')
  t.equal(resolve('/plain', 'docs/ko/guide/a.md'), '/en/plain', 'which Korean lacks')
  t.equal(resolve('/', 'docs/ko/guide/a.md'), '/ko')
  t.equal(resolve('/api/search', 'docs/ko/plain.md', { rootLocale: 'en' }), '/en/api/search')
  t.equal(resolve('/docs/api/search', 'docs/ko/plain.md', { basePath: '/docs/' }), '/ko/api/search')
})

t.test('a folder named after a language and a region is that of its locale', async (t) => {
  const rules = { localeFolders: new Map<string, Locale>() }
  t.equal(resolve('/ko-kr/api/search/', 'docs/en/plain.md', rules), '/ko/api/search')
  t.equal(resolve('/ko_KR/api/search', 'docs/en/plain.md', rules), '/ko/api/search')
  t.equal(resolve('/fr-fr/api/search', 'docs/en/plain.md', rules), 'unknown')
})

t.test('a relative address may count from the address of the page', async (t) => {
  t.equal(resolve('../page', 'docs/en/api/search.md', { relativeTo: 'address' }), '/en/api/page')
  t.equal(resolve('deep/x/', 'docs/en/guide/a.md', { relativeTo: 'address' }), '/en/guide/deep/x')
})

t.test('a relative address counts from the folder of an address that ends as a file does', async (t) => {
  const origin = { file: 'built.html', locale: 'en', path: 'guide/deep/x', address: 'en/guide/deep/x.html' } as const
  const targets = ['../', '../a.html', './'].map((href) => {
    const link = resolveLink(href, origin, { ...RULES, relativeTo: 'address' }, spaceWithFolders)
    return link.kind === 'page' ? link.target : link.kind
  })
  t.strictSame(targets, ['/en/guide', '/en/guide/a', '/en/guide/deep'])
})

t.test('whole addresses of the site itself lead to its pages', async (t) => {
  const rules = { siteUrl: 'https://lantern.example/docs/', basePath: '/docs/' }
  t.equal(resolve('https://lantern.example/docs/api/search/#q', 'docs/ko/guide/a.md', rules), '/ko/api/search#q')
  t.equal(resolve('https://lantern.example/docs/', 'docs/en/guide/a.md', rules), '/en')
  t.equal(resolve('https://lantern.example/shop', 'docs/en/guide/a.md', rules), 'other', 'it may have other pages')
  t.equal(resolve('https://lantern.example.org/docs/api', 'docs/en/guide/a.md', rules), 'other')
})

t.test('what leads to other sites and what leads nowhere is told apart', async (t) => {
  for (const href of ['https://example.com/a', '//example.com', 'mailto:a@b.c', 'javascript:x'])
    t.equal(resolve(href, 'docs/en/plain.md'), 'other')
  for (const href of ['none.md', '../../../../x.md', '%zz.md', '/nowhere', 'a\u0000b'])
    t.equal(resolve(href, 'docs/en/plain.md'), 'unknown', href)
})
