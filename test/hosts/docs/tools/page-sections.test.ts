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
  const item = '- ```\n  [a](/en/b)\n  ```\n\n[a](/en/b)'
  t.equal(withOrigin(item, 'https://docs.example'), '- ```\n  [a](/en/b)\n  ```\n\n[a](https://docs.example/en/b)')
})

t.test('a section is found by the words of its heading, whatever stands before and around them', async (t) => {
  const headings = [
    '🚀 Getting started',
    '⚙️ How It Works',
    '1. Numbered',
    '2.3.1 Deeply numbered',
    '1️⃣ Keycap step',
    '§ Terms',
    '→ Next: steps',
    '"Quoted" words!',
    '`code()` and **more**',
    '第一章：开始',
    'C++',
    'C',
    'Install on Linux',
    'Install on Windows',
  ]
  const page = readMarkdown(headings.map((heading, at) => `## ${heading}\n\nText ${at}.\n`).join('\n'), { mdx: false })
  const at = (name: string): string | undefined => {
    const found = findSection(page.blocks, name)
    return found === null ? undefined : /Text (\d+)/.exec(toMarkdown(found))?.[1]
  }
  for (const [name, number] of [
    ['Getting started', 0],
    ['getting started', 0],
    ['## 🚀 Getting started', 0],
    ['Guide › Getting started', 0],
    ['How It Works', 1],
    ['⚙ How It Works', 1],
    ['Numbered', 2],
    ['1. Numbered', 2],
    ['1 numbered', 2],
    ['Deeply numbered', 3],
    ['Keycap step', 4],
    ['Terms', 5],
    ['Next: steps', 6],
    ['next steps', 6],
    ['steps', 6],
    ['Quoted words', 7],
    ['code and more', 8],
    ['开始', 9],
    ['C++', 10],
    ['C', 11],
    ['Linux', 12],
  ] as const) {
    t.equal(at(name), String(number), name)
  }
  for (const name of ['Install', 'install on', 'Work', '🚀', '2. Numbered', '!!']) t.equal(at(name), undefined, name)
})
