import t from 'tap'
import { sectionBlocks } from '../../../src/docs/model/section-blocks.ts'
import { toMarkdown } from '../../../src/docs/model/to-markdown.ts'
import { readMarkdown } from '../../../src/docs/readers/markdown/read-markdown.ts'

function sections(markdown: string): Record<string, string> {
  const { blocks } = readMarkdown(markdown, { mdx: false })
  return Object.fromEntries([...sectionBlocks(blocks)].map(([anchor, some]) => [anchor, toMarkdown(some).trim()]))
}

t.test('blocks are found by the anchor of the heading above them', (t) => {
  t.same(sections('Lead\n\n## A\n\nOne\n\n- x\n\n## B\n\nTwo\n\n## A\n\nThree'), {
    '': 'Lead',
    a: 'One\n\n- x',
    b: 'Two',
    'a-1': 'Three',
  })
  t.end()
})

t.test('what stands below the title of a page is its top', (t) => {
  t.same(sections('# Title\n\nLead\n\n## A\n\nOne'), { '': 'Lead', title: 'Lead', a: 'One' })
  t.same(sections('Before\n\n# Title\n\nLead'), { '': 'Before', title: 'Lead' })
  t.same(sections('## A\n\nOne\n\n# Late\n\nTwo'), { '': '', a: 'One', late: 'Two' })
  t.end()
})
