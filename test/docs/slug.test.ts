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
