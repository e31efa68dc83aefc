import { join } from 'node:path'
import { writeFile } from 'node:fs/promises'
import t from 'tap'
import { fingerprintContent } from '../../src/docs/fingerprint.ts'
import { readContent } from '../../src/docs/read-content.ts'
import { contentTree } from '../support/content-tree.ts'
import { BUILT_SITE } from './readers/html/built-site.ts'

t.test('a built site becomes pages of each locale, without what stands around their content', async (t) => {
  const content = await readContent(await contentTree(t, BUILT_SITE))
  t.same(content.faults, [])
  t.same(
    [...content.locales].map(([locale, { pages }]) => [locale, pages.map(({ path }) => path)]),
    [
      ['en', ['', 'guide/start']],
      ['zh', ['', 'guide/start']],
      ['ko', ['guide/start']],
    ],
  )
  const page = content.locales.get('en')?.pages[1]
  t.match(page, { title: 'Getting started', description: 'About Getting started', section: 'guide' })
  t.same(page?.sections, [
    { heading: '', anchor: '', level: 0, text: 'Ignite the wick.' },
    { heading: 'Setup', anchor: 'setup', level: 2, text: 'lantern init\nTrim it first.' },
  ])
  t.match(page?.markdown, '```sh\nlantern init\n```')
  t.equal(content.locales.get('zh')?.title, '灯笼')
})

t.test('a built site is reported: its generator, what chose the content, and what was left out', async (t) => {
  const {
    reports: [site],
  } = await readContent(await contentTree(t, BUILT_SITE))
  t.equal(site?.generator, 'vitepress')
  t.equal(
    [...(site?.rules.values() ?? [])].reduce((sum, count) => sum + count, 0),
    5,
  )
  t.same(
    [...(site?.leftOut ?? [])],
    [
      ['not_found_page', 1],
      ['redirect', 1],
    ],
  )
})

t.test('pages of two folders of one language are reported where they have the same address', async (t) => {
  const again = { 'zh-TW/guide/start.html': BUILT_SITE['zh-CN/guide/start.html'] ?? '' }
  const { faults } = await readContent(await contentTree(t, { ...BUILT_SITE, ...again }))
  t.match(faults, [{ file: 'zh-TW/guide/start.html', code: 'duplicate_path' }])
})

t.test('the fingerprint of a built site changes with its files', async (t) => {
  const folder = await contentTree(t, BUILT_SITE)
  const before = await fingerprintContent(folder)
  t.equal(await fingerprintContent(folder), before)
  await writeFile(join(folder, 'guide', 'new.html'), '<title>New</title><main><p>More</p></main>')
  t.not(await fingerprintContent(folder), before)
})
