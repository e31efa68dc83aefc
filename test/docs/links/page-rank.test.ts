import t from 'tap'
import { rankPages } from '../../../src/docs/links/page-rank.ts'

t.test('the page to which most links lead has 1, and a page to which none leads has 0', (t) => {
  const ranks = [...rankPages([[1], [0], [1], [1, 0]])]
  t.equal(ranks[1], 1)
  t.ok(ranks[0]! > 0 && ranks[0]! < 1, `the page that it links to has ${ranks[0]}`)
  t.same(ranks.slice(2), [0, 0])
  t.end()
})

t.test('a link from a prominent page counts more than one from another', (t) => {
  // Pages 4 to 7 lead to page 0, which leads to 1; page 8 alone leads to 2.
  const ranks = rankPages([[1], [], [], [], [0], [0], [0], [0], [2]])
  t.ok(ranks[1]! > ranks[2]!)
  t.end()
})

t.test('pages without any link are all alike', (t) => {
  t.same([...rankPages([[], [], []])], [0, 0, 0])
  t.same([...rankPages([])], [])
  t.end()
})
