import t from 'tap'
import { readMarkdown } from '../../../../src/docs/readers/markdown/read-markdown.ts'
import { findSection, outlineOf, withOrigin } from '../../../../src/hosts/docs/tools/page-sections.ts'
import { toMarkdown } from '../../../../src/docs/model/to-markdown.ts'

const { blocks } = readMarkdown(
  '# Page\n\nIntro.\n\n## First\n\nOne.\n\n### Deep\n\nTwo.\n\n<Tabs><Tab title="A">\n\n#### In a tab\n\nThree.\n\n</Tab></Tabs>\n\n## Second\n\nFour.\n',
  { mdx: true },
)

function sectionOf(name: string): string | null {
  const found = findSection(blocks, name)
  return found === null ? null : toMarkdown(found)
}

t.test('a section has what stands below its heading', async (t) => {
  t.match(sectionOf('first'), /^## First\n\nOne\.\n\n### Deep[^]*Three\.\n$/)
  t.equal(sectionOf('deep')?.includes('Four'), false)
  t.equal(sectionOf('Second'), '## Second\n\nFour.\n')
  t.equal(sectionOf('in-a-tab'), 'Three.\n')
  t.equal(sectionOf('nothing'), null)
  t.equal(sectionOf('%'), null)
})

t.test('an outline leaves out the deepest headings first', async (t) => {
  t.match(outlineOf(blocks, 'Page', 1000), /- First \(#first\)\n {2}- Deep \(#deep\)\n {4}- In a tab/)
  const short = outlineOf(blocks, 'Page', 22)
  t.match(short, /- First/)
  t.notMatch(short, /Deep/)
  t.equal(outlineOf(blocks, 'Page', 5), '')
})

t.test('links from the root get the origin, but for code', async (t) => {
  const markdown = '[a](/en/b) [c](//d) [e](f)\n```\n[a](/en/b)\n```\n[a](/en/b)'
  t.equal(
    withOrigin(markdown, 'https://docs.example'),
    '[a](https://docs.example/en/b) [c](//d) [e](f)\n```\n[a](/en/b)\n```\n[a](https://docs.example/en/b)',
  )
})
