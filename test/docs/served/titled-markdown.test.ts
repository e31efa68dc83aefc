import t from 'tap'
import { titledMarkdown } from '../../../src/docs/served/titled-markdown.ts'

const page = (markdown: string, description: string | null = 'What it *is*.') => ({
  title: 'A [title]',
  description,
  markdown,
})

t.test('Markdown without a title begins with that of its page, and its description', (t) => {
  t.equal(titledMarkdown(page('Text\n\n# Later\n')), '# A [title]\n\nWhat it \\*is\\*.\n\nText\n\n# Later\n')
  t.equal(titledMarkdown(page('Text\n', null)), '# A [title]\n\nText\n')
  t.equal(titledMarkdown(page('What it *is*. And more.\n')), '# A [title]\n\nWhat it *is*. And more.\n')
  t.equal(titledMarkdown(page('', null)), '# A [title]\n')
  t.match(titledMarkdown(page('## Part\n')), /^# A/)
  t.match(titledMarkdown(page('\n'.repeat(1000) + '# Far\n')), /^# A/)
  t.end()
})

t.test('Markdown with a title stays as it is', (t) => {
  for (const markdown of [
    '# Own\n\nText\n',
    '\n   # Own\n',
    "import A from './a'\nexport const b = 1\n\n<!-- c -->\n# Own\n",
    'Own\n===\n',
    '<h1 align="center">Own</h1>\n',
  ]) {
    t.equal(titledMarkdown(page(markdown)), markdown)
  }
  t.end()
})
