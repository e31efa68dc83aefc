import t from 'tap'
import { EXCERPT_TOKENS, continuation, excerpt } from '../../../src/mcp/tool-kit/excerpt.ts'
import { tokenBound } from '../../../src/mcp/tool-kit/token-bound.ts'

/** All parts, as a client asks for them one after another. */
function partsOf(text: string): string[] {
  const parts: string[] = []
  for (let offset: number | null = 0; offset !== null;) {
    const part = excerpt(text, offset)
    parts.push(part.text)
    offset = part.nextOffset
  }
  return parts
}

t.test('the parts of a long text are the text', async (t) => {
  const paragraph = `${'words and more words '.repeat(50)}\n\n`
  for (const text of [
    '',
    'short',
    paragraph.repeat(200),
    'line of text\n'.repeat(9000),
    '😀'.repeat(40_001),
    'x'.repeat(50_000),
  ]) {
    const parts = partsOf(text)
    t.equal(parts.join(''), text)
    t.ok(parts.every((part) => tokenBound(part) <= EXCERPT_TOKENS))
    t.ok(
      parts.every((part) => !/\p{Surrogate}/u.test(part)),
      'no part ends within a sign',
    )
  }
  t.ok(
    partsOf(paragraph.repeat(200))
      .slice(0, -1)
      .every((part) => part.endsWith('\n\n')),
    'parts end with a paragraph',
  )
})

t.test('a part says how to go on, and the last one does not', async (t) => {
  t.match(continuation(excerpt('one two\n'.repeat(10), 0, 9)), /offset 24\]/)
  t.equal(continuation(excerpt('x', 0)), '')
  t.same(excerpt('x', 5), { text: '', nextOffset: null })
})
