import t, { type Test } from 'tap'
import { labelPages, type PageLabels } from '../../../src/docs/links/page-labels.ts'
import { readContent } from '../../../src/docs/read-content.ts'
import type { Locale } from '../../../src/shared/locale.ts'
import { contentTree } from '../../support/content-tree.ts'

/** Reads a tree of files and labels the pages of a locale. */
async function labelsOf(
  t: Test,
  files: Readonly<Record<string, string>>,
  locale: Locale = 'en',
): Promise<ReadonlyMap<string, PageLabels>> {
  return labelPages(await readContent(await contentTree(t, files)), locale)
}

t.test('a text of a link is a label of the page that it leads to, once for each page that it stands on', async (t) => {
  const labels = await labelsOf(t, {
    'docs/en/a.md': '# A\n\n[the guide](./guide.md), [The Guide](./guide.md#start), [how to begin](/en/guide)',
    'docs/en/b.md': '# B\n\nSee [the guide](guide).',
    'docs/en/guide.md': '# Guide\n\n[itself](./guide.md) and [elsewhere](https://example.com/)',
  })
  t.same(labels.get('guide')!.links, [
    { text: 'the guide', pages: 2 },
    { text: 'how to begin', pages: 1 },
  ])
  t.same(labels.get('a')!.links, [])
  t.equal(labels.get('guide')!.prominence, 1)
  t.equal(labels.get('a')!.prominence, 0)
})

t.test('the title of a card that leads to a page is a label of it', async (t) => {
  const labels = await labelsOf(t, {
    'docs/en/index.mdx': '# Home\n\n<Card title="First steps" href="/en/guide">Begin here.</Card>\n',
    'docs/en/guide.md': '# Guide\n',
  })
  t.same(labels.get('guide')!.links, [{ text: 'First steps', pages: 1 }])
})

t.test('titles of the same page in other locales are labels, and links of other locales are none', async (t) => {
  const files = {
    'docs/en/guide.md': '# Guide\n',
    'docs/ko/guide.md': '# 안내서\n',
    'docs/zh/guide.md': '# Guide\n',
    'docs/ko/a.md': '# A\n\n[길잡이](/ko/guide) [영어](/en/guide)\n',
  }
  const labels = await labelsOf(t, files)
  t.same(labels.get('guide')!.otherTitles, ['안내서'])
  t.same(labels.get('guide')!.links, [])
  const korean = await labelsOf(t, files, 'ko')
  t.same(korean.get('guide')!.otherTitles, ['Guide'])
  t.same(korean.get('guide')!.links, [{ text: '길잡이', pages: 1 }])
})

t.test('texts of links to a heading are kept by its fragment, also those of its own page', async (t) => {
  const labels = await labelsOf(t, {
    'docs/en/a.md':
      '# A\n\n[how to begin](./guide.md#first-steps), [How to begin](./guide.md#first-steps), [all](./guide.md)',
    'docs/en/guide.md': '# Guide\n\n[the start](#first-steps) and [more](#100%25)\n\n## First steps\n\n## 100%\n',
  })
  const { links, sectionTexts } = labels.get('guide')!
  t.same(sectionTexts.get('first-steps'), ['How to begin', 'the start'])
  t.same(
    links.map(({ text }) => text),
    ['how to begin', 'all'],
  )
  t.equal(labels.get('a')!.sectionTexts.size, 0)
})

t.test('sentences, and texts without any letter that could be read, are no labels', async (t) => {
  const labels = await labelsOf(t, {
    'docs/en/a.md': `# A\n\n[${'long '.repeat(50)}](./guide.md) [ ](./guide.md) [short](./guide.md)`,
    'docs/en/guide.md': '# Guide\n',
  })
  t.same(labels.get('guide')!.links, [{ text: 'short', pages: 1 }])
})

t.test('a locale without pages has no labels', async (t) => {
  t.equal((await labelsOf(t, { 'docs/en/a.md': '# A\n' }, 'zh')).size, 0)
})
