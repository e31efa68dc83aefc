import t from 'tap'
import { toCopyName, toKeptText, toLikePattern, toQueryWords } from '../../../src/account/content/words.ts'

t.test('a query gives its words, each once', async (t) => {
  t.same(toQueryWords('  red  Car\tred　자동차\n'), ['red', 'Car', '자동차'])
  t.same(toQueryWords(' \u00a0 '), [])
  t.same(toQueryWords('a\0b'), ['ab'])
})

t.test('of a long query the start is looked at', async (t) => {
  t.equal(toQueryWords('a b c d e f g h i j k l').length, 10)
  t.same(toQueryWords('𠮷'.repeat(300)), ['𠮷'.repeat(200)])
  t.same(toQueryWords('a'.repeat(3_000_000)), ['a'.repeat(200)])
})

t.test('texts are composed, so that both spellings of a sign are one', async (t) => {
  t.equal(toKeptText('한글 é'.normalize('NFD')), '한글 é')
  t.same(toQueryWords('한글'.normalize('NFD')), ['한글'])
})

t.test('signs that mean something to LIKE stand for themselves', async (t) => {
  t.equal(toLikePattern('50%_a\\b'), '%50\\%\\_a\\\\b%')
})

t.test('the name of a copy says so and keeps to the limit', async (t) => {
  t.equal(toCopyName('Logo', 200), 'Logo (copy)')
  t.equal(toCopyName('a'.repeat(200), 200), `${'a'.repeat(193)} (copy)`)
  t.equal(toCopyName(`${'a'.repeat(192)}😀aaaaaa`, 200), `${'a'.repeat(192)} (copy)`, 'no sign is halved')
})
