import t from 'tap'
import { localise } from '../../../src/icons/build/localise.ts'
import { stemsOf } from '../../../src/icons/stem.ts'
import { createTagger } from '../../../src/icons/build/tags.ts'
import type { Words } from '../../../src/icons/build/words.ts'

const WORDS: Words = {
  groups: [
    ['trash', 'delete', 'recycle bin'],
    ['cog', 'gear', 'settings'],
  ],
  words: {
    rain: { zh: ['雨', '下雨'], ko: ['비'] },
    cloud: { zh: ['云'], ko: ['구름'] },
    constructor: { zh: [], ko: [] },
  },
  names: { 'rain-cloud': { zh: '雨云', ko: '비구름' } },
}

t.test('a name is taken apart from how the icon is drawn', (t) => {
  t.strictSame(stemsOf('cog-filled-loop'), ['cog'])
  t.strictSame(stemsOf('cloud-alt-upload-filled-loop'), ['cloud-upload'])
  t.strictSame(stemsOf('close-to-menu-alt-transition'), ['menu', 'close'])
  t.strictSame(stemsOf('loop'), ['loop'])
  t.end()
})

t.test("a source's own tags come first, then the synonyms of the name", (t) => {
  const tagsOf = createTagger({ deny: ['Settings'] }, WORDS)
  t.strictSame(tagsOf({ name: 'cog-filled-loop', tags: ['Machine'] }), ['machine', 'gear'])
  t.strictSame(tagsOf({ name: 'trash', tags: [] }), ['delete', 'recycle bin'])
  t.strictSame(tagsOf({ name: 'constructor', tags: [] }), [])
  t.end()
})

t.test('a word of many groups has no more tags than any other, and is looked up at once', (t) => {
  const groups = Array.from({ length: 10_000 }, (_, at) => [
    'arrow',
    ...Array.from({ length: 99 }, (_, to) => `w${at} ${to}`),
  ])
  const tagsOf = createTagger({ deny: [] }, { ...WORDS, groups })
  t.strictSame(tagsOf({ name: 'arrow', tags: [] }).length, 32)
  for (let count = 0; count < 500; count++) tagsOf({ name: 'arrow', tags: [] })
  t.end()
})

t.test('what other sets call an icon of the same name becomes its tags', (t) => {
  const tagsOf = createTagger(
    { mdi: '@mdi/svg', lucide: 'lucide-static', deny: ['binoculars'] },
    { ...WORDS, groups: [] },
  )
  const tags = tagsOf({ name: 'trash', tags: [] })
  t.ok(tags.includes('garbage') && tags.includes('delete'))
  t.notOk(tags.includes('binoculars') || tags.includes('trash'))
  t.strictSame(tagsOf({ name: 'no-such-icon-anywhere', tags: [] }), [])
  t.end()
})

t.test('the whole name comes before its words in another language', (t) => {
  t.strictSame(localise('rain-cloud', [], [], WORDS), {
    zh: ['雨云', '雨', '下雨', '云'],
    ko: ['비구름', '비', '구름'],
  })
  t.strictSame(localise('drop', ['rain'], ['cloud'], WORDS), { zh: ['雨', '下雨', '云'], ko: ['비', '구름'] })
  t.strictSame(localise('to-string', [], [], WORDS), { zh: [], ko: [] })
  t.end()
})
