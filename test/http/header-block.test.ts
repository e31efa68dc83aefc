import t from 'tap'
import { addedLines, headerLines, writableBlock } from '../../src/http/header-block.ts'

t.test('fields are joined in order and the block ends in the name of the request id', async (t) => {
  const lines = headerLines([
    ['A', '1'],
    ['B-C', 'x; y="z"'],
  ])
  t.equal(writableBlock(lines, headerLines([['D', '']])), 'A: 1\r\nB-C: x; y="z"\r\nD: \r\nX-Request-Id')
})

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
  t.throws(() => addedLines([['A', 'x\r\nB: y']]), TypeError)
})
