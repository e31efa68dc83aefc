import t from 'tap'
import { markedCommandTabs } from '../../../../src/docs/sources/expansion/package-managers.ts'
import { readMarkdown } from '../../../../src/docs/readers/markdown/read-markdown.ts'
import { readContent } from '../../../../src/docs/read-content.ts'
import { contentTree } from '../../../support/content-tree.ts'
import { pageOf } from '../pages-of.ts'

const COMMANDS = [
  'npm install --save-dev jest',
  'yarn add --dev jest',
  'pnpm add --save-dev jest',
  'bun add --dev jest',
]

t.test('commands of npm are tabs of package managers, where the generator shows them so', async (t) => {
  const fence = (info: string, code = COMMANDS[0]): string =>
    `# Install\n\n- Item\n\n  \`\`\`${info}\n  ${code}\n  \`\`\`\n`
  const content = await readContent(
    await contentTree(t, {
      'site.yaml': 'sources:\n  - folder: a\n  - folder: b\n    mount: b\n  - folder: c\n    mount: c\n',
      'a/docusaurus.config.js': 'module.exports = {}',
      'a/docs/install.mdx': fence('bash npm2yarn'),
      'a/docs/other.mdx': fence('bash'),
      'b/next.config.mjs': "import nextra from 'nextra'",
      'b/content/install.mdx': fence('sh npm2yarn=true'),
      'c/package.json': '{"dependencies":{"fumadocs-core":"1"}}',
      'c/source.config.ts': "import { defineDocs } from 'fumadocs-mdx/config'\nexport const docs = defineDocs({})\n",
      'c/content/docs/install.mdx': fence('npm'),
      'c/content/docs/names.mdx': fence('package-install', 'jest'),
    }),
  )
  for (const path of ['docs/install', 'b/install', 'c/docs/install']) {
    const { blockLines, sections } = pageOf(content, 'en', path)
    t.match(blockLines, /"role":"tabs"/, path)
    for (const command of COMMANDS) t.match(JSON.stringify(sections), command, `${path}: ${command}`)
  }
  t.match(JSON.stringify(pageOf(content, 'en', 'c/docs/names').sections), 'yarn add jest')
  t.notMatch(pageOf(content, 'en', 'docs/other').blockLines, 'tabs')
})

t.test('other code, code within code and long code stay as they are, and the end of a page ends code', (t) => {
  const kinds = (text: string): string[] =>
    readMarkdown(text, { mdx: true, code: markedCommandTabs }).blocks.map(({ kind }) => kind)
  const long = `\`\`\`sh npm2yarn\nnpm install ${'a'.repeat(4000)}\n\`\`\``
  for (const text of ['```sh\nnpm install a\n```', '~~~\n```sh npm2yarn\nnpm i a\n```\n~~~', long])
    t.strictSame(kinds(text), ['code'], text)
  t.strictSame(kinds('```sh npm2yarn\nnpm install a'), ['group'])
  t.end()
})
