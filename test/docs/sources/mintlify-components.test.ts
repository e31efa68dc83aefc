import t from 'tap'
import type { Test } from 'tap'
import type { ContentPage } from '../../../src/docs/content.ts'
import type { Files } from '../../support/content-tree.ts'
import { faultsOf, pageOf, readFiles } from './pages-of.ts'

/** The one page of a Mintlify site, with its faults. */
async function read(t: Test, lines: string[], more: Files = {}): Promise<{ page: ContentPage; faults: string[] }> {
  const content = await readFiles(t, {
    'docs.json': JSON.stringify({ navigation: { pages: ['a', 'b'] } }),
    'a.mdx': ['---', 'title: A', '---', ...lines].join('\n'),
    'b.mdx': '---\ntitle: B\n---\nx',
    ...more,
  })
  return { page: pageOf(content, 'en', 'a'), faults: faultsOf(content) }
}

const searched = ({ sections }: ContentPage): string => sections.map(({ text }) => text).join('\n')

t.test('the words behind the language of a fence are its title', async (t) => {
  const fence = (info: string): string[] => [`\`\`\`${info}`, 'x', '```', '']
  const { page } = await read(t, [
    ...fence('js src/hello.js lines icon="js" {1,2}'),
    ...fence('ts twoslash highlight={1-2} Two words expandable'),
    ...fence('sh title="Named" Other'),
    ...fence('json wrap'),
    ...fence('py {1}'),
    ...fence('go Say "hi" [now]'),
    '<CodeGroup>',
    ...fence('bash npm'),
    ...fence('bash pnpm theme={null}'),
    '</CodeGroup>',
    '````mdx Shown',
    '```js inner.js',
    '```',
    '````',
  ])
  t.same(
    Array.from(page.markdown.matchAll(/^`{3,}(\w.*)$/gm), ([, info]) => info),
    [
      'js title="src/hello.js"',
      'ts title="Two words"',
      'sh title="Named"',
      'json',
      'py',
      'go title="Say ”hi” [now]"',
      'bash',
      'bash',
      'mdx title="Shown"',
      'js inner.js',
    ],
  )
  t.match(page.markdown, '**npm**')
  t.match(searched(page), 'src/hello.js')
  const titles = Array.from(page.blockLines.matchAll(/"role":"tab","title":\["(\w+)"\]/g), ([, title]) => title)
  t.same(titles, ['npm', 'pnpm'])
})

t.test('people and agents get the parts that are for them', async (t) => {
  const { page, faults } = await read(t, [
    '<Visibility for="agents">',
    '## Set up',
    'Run `init --yes`. See [a page](/gone).',
    '</Visibility>',
    '- Item',
    '  <Visibility for="humans">',
    '  ## Set up',
    '  Click **Start**.',
    '  </Visibility>',
    '<Visibility>Everybody</Visibility>',
  ])
  t.match(page.markdown, /init --yes[\s\S]*Everybody/)
  t.notMatch(page.markdown, 'Click')
  t.match(page.blockLines, /Click[\s\S]*Start[\s\S]*Everybody/)
  t.notMatch(page.blockLines, 'init')
  t.notMatch(searched(page), 'init')
  t.same(
    page.sections.map(({ anchor }) => anchor),
    ['', 'set-up'],
    'what agents read does not change ids',
  )
  t.same(faults, ['a.mdx:6 dead_link'])
})

t.test('what only dark pages show is left out', async (t) => {
  const { page } = await read(t, [
    '<img className="block dark:hidden" src="https://x.example/light.png" alt="A" />',
    '<img className="m-2 hidden dark:block" src="https://x.example/dark.png" alt="A" />',
    '',
    '<div className="hidden dark:flex">',
    'Night',
    '</div>',
    '<div className="hidden dark:hidden">',
    'Day',
    '</div>',
  ])
  t.match(page.markdown, /light\.png[\s\S]*Day/)
  t.notMatch(page.markdown, /dark\.png|Night/)
})

t.test('components that nothing is known of keep their title, description, link and content', async (t) => {
  const { page, faults } = await read(t, [
    'export const Hero = ({ title, href }) => <a href={href}>{title}</a>',
    '',
    '<Hero title="Start" description="In minutes" href="/b" />',
    '',
    '<Hero title="Nowhere" href="/gone" />',
    '',
    '<Hero href="/b">',
    '  Some *words*',
    '</Hero>',
    '',
    'See <Hero href="/b">the page</Hero> and <Hero href="/b" title="Go" /> <Hero>now</Hero>.',
    '',
    '<Plain title="T" description="D" />',
  ])
  t.match(page.markdown, '- **[Start](/en/b)**\n\n  In minutes')
  t.match(page.markdown, '[Some *words*](/en/b)')
  t.match(page.markdown, 'See [the page](/en/b) and [Go](/en/b) now.')
  t.match(page.markdown, 'T\n\nD')
  t.ok(faults.includes('a.mdx:8 dead_link'))
})

t.test('tooltips, cards, fields, colours, captions and formulas say all that they hold', async (t) => {
  const { page, faults } = await read(t, [
    'An <Tooltip headline="API" tip="Interface" cta="Read more" href="/b">`API`</Tooltip> and <Tooltip',
    '  tip="Other"',
    '  cta="x" href="/gone">one</Tooltip>.',
    '',
    '<Card title="Card" cta="Open it" href="/b" img="/none.png" />',
    '',
    '<ParamField body="id" type="string" pre={["beta"]} post={["v2", "v3"]}>Its id</ParamField>',
    '',
    '<Color.Item name="bg" value={{ light: "#fff", dark: "#000" }} />',
    '',
    '<Frame caption="See [B](/b)"><img src="https://x.example/a.png" alt="A" /></Frame>',
    '',
    '<Prompt description="Use **this**">Do it</Prompt>',
    '',
    'Let $$x_1^2 * y$$ be, for $5 and $$ alone.',
  ])
  t.match(page.markdown, 'An `API` (API: Interface [Read more](/en/b)) and one (Other [x](/gone)).')
  t.match(page.markdown, '[Open it](/en/b)')
  t.match(page.markdown, 'beta, v2, v3')
  t.match(page.markdown, 'bg light #fff dark #000')
  t.match(page.markdown, 'See [B](/en/b)')
  t.match(page.markdown, 'Use **this**')
  t.match(page.markdown, 'Let $x_1^2 * y$ be, for \\$5 and \\$\\$ alone.')
  t.same(faults, ['a.mdx:6 dead_link', 'a.mdx:8 missing_image'])
})
