import t from 'tap'
import { addedLine, addedLines, HeaderBlock, headerLines, NO_LINES } from '../../../src/http/wire/header-block.ts'

const text = (block: HeaderBlock, digest = ''): string => Buffer.from(block.withDigest(digest)).toString('latin1')

t.test('fields are joined in order and the block ends in the name of the request id', async (t) => {
  const lines = headerLines([
    ['A', '1'],
    ['B-C', 'x; y="z"'],
  ])
  const whole = 'A: 1\r\nB-C: x; y="z"\r\nD: \r\nX-Request-Id'
  const block = new HeaderBlock(lines, headerLines([['D', '']]))
  t.equal(text(block), whole)
  t.equal(block.byteLength, whole.length)
})

t.test('answers that differ in their entity tags share a block', async (t) => {
  const lines = headerLines([['A', '1']])
  const block = new HeaderBlock(lines, lines, { digestLength: 3, suffix: '-br' })
  t.equal(text(block, 'abc'), 'A: 1\r\nETag: "abc-br"\r\nA: 1\r\nX-Request-Id')
  t.equal(text(block, 'x~_'), 'A: 1\r\nETag: "x~_-br"\r\nA: 1\r\nX-Request-Id')
  t.equal(text(new HeaderBlock(NO_LINES, lines, { digestLength: 1, suffix: '' }), '1').slice(0, 11), 'ETag: "1"\r\n')
})

for (const digest of ['', 'ab', 'abcd', 'a\r\n', 'a"b', 'a b', 'a\0b', 'aé', 'a\u0141b']) {
  t.test(`${JSON.stringify(digest)} is no digest of three characters`, async (t) => {
    const block = new HeaderBlock(NO_LINES, NO_LINES, { digestLength: 3, suffix: '' })
    t.throws(() => block.withDigest(digest), TypeError)
  })
}

for (const [name, value] of [
  ['A', '1\r\nB: 2'],
  ['A', '1\n'],
  ['A', '\0'],
  ['A', 'é'],
  ['A', '\t'],
  ['A: 1\r\nB', '2'],
  ['', 'x'],
  ['A B', 'x'],
] as const) {
  t.test(`${JSON.stringify([name, value])} may not go out`, async (t) => {
    t.throws(() => headerLines([[name, value]]), TypeError)
  })
}

t.test('fields that one answer adds follow the request id, each on a line of its own', async (t) => {
  const added: readonly (readonly [string, string])[] = [
    ['A', '1'],
    ['B', '2'],
  ]
  t.equal(`id${addedLines(added)}`, 'id\r\nA: 1\r\nB: 2')
  t.equal(addedLines(added), addedLines(added))
  t.equal(addedLines([]), '')
  t.equal(addedLine('A', '1'), '\r\nA: 1')
  t.throws(() => addedLine('A', 'x\r\nB: y'), TypeError)
  t.throws(() => addedLines([['A', 'x\r\nB: y']]), TypeError)
})
