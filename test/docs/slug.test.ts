import t from 'tap'
import { createSlugger } from '../../src/docs/slug.ts'

t.test(
  'an id is lower case, without punctuation, with hyphens for spaces, and keeps letters of every script',
  async (t) => {
    for (const [text, id] of [
      ['Getting started', 'getting-started'],
      ['What is `C++`?', 'what-is-c'],
      ['snake_case and kebab-case', 'snake_case-and-kebab-case'],
      ['快速 入门(中文)', '快速-入门中文'],
      ['한국어 제목!', '한국어-제목'],
      ['Æther & Ωmega', 'æther--ωmega'],
      ['???', 'section'],
    ] as const) {
      t.equal(createSlugger().next(text), id)
    }
  },
)

t.test('a repeated heading gets the next number that no other heading has', async (t) => {
  const slugger = createSlugger()
  t.same(
    ['Same', 'Same', 'Same 1', 'Same', 'constructor'].map((text) => slugger.next(text)),
    ['same', 'same-1', 'same-1-1', 'same-2', 'constructor'],
  )
})

t.test('an explicit id is kept as it is and made unique like any other', async (t) => {
  const slugger = createSlugger()
  t.equal(slugger.next('Limits', '한도'), '한도')
  t.equal(slugger.next('한도'), '한도-1')
  t.equal(slugger.next('Other', '한도'), '한도-2')
})

t.test('an id that ends with a number counts on, and however many there are, takes linear time', async (t) => {
  const slugger = createSlugger('python-markdown')
  t.same(
    ['a_1', 'a_2', 'a_1', 'a_2', 'a', 'a', 'a_1'].map((text) => slugger.next(text)),
    ['a_1', 'a_2', 'a_3', 'a_4', 'a', 'a_5', 'a_6'],
  )
  const many = createSlugger('python-markdown')
  const started = process.cpuUsage()
  for (let round = 0; round < 2; round++) for (let at = 0; at < 30_000; at++) many.next(`b_${at}`)
  t.ok(process.cpuUsage(started).user < 2_000_000)
})

t.test('an id has no half of a character', async (t) => {
  t.equal(createSlugger().next('x', 'a\ud83d'), 'a\ufffd')
})
