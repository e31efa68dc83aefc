import t from 'tap'
import { writeBlockLines } from '../../../src/docs/model/block-lines.ts'
import { openingOf, openingOfLines } from '../../../src/docs/model/opening.ts'
import { readMarkdown } from '../../../src/docs/readers/markdown/read-markdown.ts'

function opening(markdown: string): string | null {
  const { blocks } = readMarkdown(markdown, { mdx: true })
  t.equal(openingOfLines(writeBlockLines(blocks)), openingOf(blocks))
  return openingOf(blocks)
}

t.test('the opening of a page is its first paragraph of words, as plain text', async (t) => {
  t.equal(opening('# Title\n\nHow to **run** `it` on [Linux](/en).\n\nMore.\n'), 'How to run it on Linux.')
  t.equal(opening('![Logo](/a.svg) [![CI](/b.svg)](https://ci.example)\n\n## Usage\n\nRun it.\n'), 'Run it.')
  t.equal(
    opening('<LinkButton href="/en">Go</LinkButton> <Badge text="New" />\n\n:::note\nNot this.\n:::\n\nThis.\n'),
    'This.',
  )
  t.equal(opening('<Splash.Hero>\n\n# Lantern\n\nHow to light it.\n\n</Splash.Hero>\n\nText.\n'), 'How to light it.')
  t.equal(opening('## Nothing\n\n- but a list\n\n```\ncode\n```\n'), null)
})

t.test('a long opening is cut after a word, and one without spaces after a sign', async (t) => {
  const english = opening(`${'word '.repeat(31)}longest, word\n`)
  t.equal(english, `${'word '.repeat(30)}word…`)
  const exact = `${'x'.repeat(159)}.`
  t.equal(opening(`${exact}\n`), exact)
  t.equal(opening(`${'文'.repeat(200)}\n`), `${'文'.repeat(159)}…`)
  t.equal(opening(`${'🚀'.repeat(200)}\n`), `${'🚀'.repeat(159)}…`)
})
