import t from 'tap'
import { startService } from '../../../support/start-service.ts'
import { DOCUMENTATION } from '../documentation.ts'
import { VERSIONED } from '../versioned.ts'
import { search } from './ask.ts'

t.test('filters, the name of the index and the letters of the query choose the language', async (t) => {
  const { url } = await startService(t, { content: DOCUMENTATION })
  const languageOf = async (parameters: object, index?: string): Promise<string | undefined> =>
    (await search(url, { query: '위젯', ...parameters }, index)).hits[0]?.language
  t.equal(await languageOf({ facetFilters: ['language:ko'] }), 'ko')
  t.equal(await languageOf({ facetFilters: 'lang:ko-KR' }), 'ko', 'VitePress sends the tag of the page')
  t.equal(await languageOf({ facetFilters: [['language:fr', 'language:ko']] }), 'ko', 'the first that is served')
  t.equal(await languageOf({ facetFilters: ['language:ko', ['docusaurus_tag:default', 'docusaurus_tag:x']] }), 'ko')
  t.equal(await languageOf({ filters: 'language:"ko" AND version:1' }), 'ko')
  t.equal(await languageOf({ params: 'facetFilters=%5B%22language%3Ako%22%5D' }), 'ko')
  t.equal(await languageOf({}, 'widgets_ko'), 'ko')
  t.equal(
    await languageOf({ facetFilters: ['language:en'] }, 'widgets_ko'),
    undefined,
    'a filter comes before the name',
  )
  t.equal(await languageOf({}), 'ko', 'Hangul chooses Korean where nothing else says a language')
  t.equal(await languageOf({ query: '启动', facetFilters: ['language:fr'] }), 'zh')
  t.equal(await languageOf({ query: 'widgets 위젯' }, 'widgets_en'), 'en', 'the name comes before letters')
  const chinese = await search(url, { query: '启动', facetFilters: ['lang:zh-Hans'], facets: ['language', 'version'] })
  t.equal(chinese.hits[0]?.url, `${url}/zh/guides/start`)
  t.match(chinese.facets, { language: { en: 0, zh: chinese.nbHits, ko: 0 }, version: {} })
  t.match((await search(url, { query: 'sprocket', facetFilters: ['language:fr'] })).hits[0], { language: 'en' })
  t.match((await search(url, { query: 'widget', facetFilters: ['hierarchy.lvl0:Guides'] })).hits, [
    { hierarchy: { lvl0: 'Guides' } },
  ])
})

t.test('filters choose the version', async (t) => {
  const { url } = await startService(t, { content: VERSIONED })
  const versionOf = async (facetFilters: readonly unknown[]): Promise<string | undefined> =>
    (await search(url, { query: 'lantern', facetFilters })).hits.find((hit) => hit.hierarchy['lvl1'] === 'Intro')
      ?.version
  t.equal(await versionOf(['version:1.0']), '1.0')
  t.equal(await versionOf(['language:en', ['docusaurus_tag:default', 'docusaurus_tag:docs-default-1.0']]), '1.0')
  const standard = await versionOf([])
  t.not(standard, '1.0')
  const tags = (...names: string[]) => [names.map((name) => `docusaurus_tag:${name}`)]
  const current = 'docs-default-current'
  t.equal(await versionOf(tags('default', current)), 'current')
  t.equal(await versionOf(tags('default', current, 'docs-sdk-1.0')), '1.0', 'a plugin without versions says `current`')
  t.equal(await versionOf(tags('default', current, 'docs-sdk-9.9')), 'current', 'an unknown version is none')
  t.equal(await versionOf(tags('default', 'docs-my-sdk-1.0')), '1.0', 'the id of a plugin may have hyphens')
  t.equal(await versionOf(tags('docs-my-sdk-current')), 'current')
  t.equal(await versionOf(['version:current', ...tags('docs-sdk-1.0')]), 'current', 'what a filter says comes first')
  t.equal(await versionOf(['version:9.9']), standard, 'an unknown version is the default one')
  t.match((await search(url, { query: 'lantern', facets: ['*'], facetFilters: ['version:1.0'] })).facets?.['version'], {
    '1.0': Number,
    '2.0': 0,
  })
})
