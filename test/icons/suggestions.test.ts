import t from 'tap'
import type { Catalogue, CatalogueRecord } from '../../src/icons/catalogue.ts'
import { listSuggestions, suggest } from '../../src/icons/suggestions.ts'

t.test('what is written in capitals or wide letters is suggested for prefixes in small ones', (t) => {
  const record: Partial<CatalogueRecord> = {
    name: 'gift-box',
    aliases: ['Present', 'ＢＯＸ'],
    localised: { zh: ['T恤'], ko: [] },
  }
  const list = listSuggestions({ icons: [{ key: 'own-gift-box', records: [record] }] } as unknown as Catalogue)
  const texts = (prefix: string): string[] => suggest(list, prefix, 10).map(({ text }) => text)
  t.strictSame(texts('pres'), ['present'])
  t.strictSame(suggest(list, 'box', 10), [{ text: 'box', icons: 1 }], 'the same word counts once')
  t.strictSame(texts('t'), ['t恤'])
  t.end()
})
