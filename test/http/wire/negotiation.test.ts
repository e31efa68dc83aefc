import t from 'tap'
import { chooseCoding, chooseLanguage, chooseMediaType } from '../../../src/http/wire/negotiation.ts'

const CODINGS: readonly (readonly [field: string, best: string, identityAllowed: boolean])[] = [
  ['', 'identity', true],
  ['gzip', 'gzip', true],
  ['br', 'br', true],
  ['gzip, br', 'br', true],
  ['GZIP', 'gzip', true],
  ['x-gzip', 'gzip', true],
  ['gzip;q=1.0, br;q=0.5', 'gzip', true],
  ['gzip;q=0.5, identity', 'identity', true],
  ['gzip;q=0', 'identity', true],
  ['br;q=0, *', 'gzip', true],
  ['*', 'br', true],
  ['*;q=0', 'identity', true],
  ['identity;q=0, gzip', 'gzip', false],
  ['gzip, *;q=0', 'gzip', false],
  ['deflate, zstd', 'identity', true],
  ['gzip;q=2', 'identity', true],
  ['gzip;q=0.0001', 'identity', true],
  ['gzip ; q=0.8 , br ; q=0.9', 'br', true],
]

for (const [field, best, identityAllowed] of CODINGS) {
  t.test(`Accept-Encoding "${field}" chooses ${best}`, async (t) => {
    t.same(chooseCoding(field), { best, identityAllowed })
  })
}

const TYPES: readonly (readonly [accept: string, chosen: string])[] = [
  ['', 'text/html'],
  ['*/*', 'text/html'],
  ['text/markdown', 'text/markdown'],
  ['text/markdown;q=0.5', 'text/markdown'],
  ['text/markdown;q=0', 'text/html'],
  ['text/html, text/markdown', 'text/html'],
  ['text/html;q=0.8, text/markdown', 'text/markdown'],
  ['text/html, text/markdown;q=0.9', 'text/html'],
  ['text/*', 'text/html'],
  ['text/markdown, */*;q=0.1', 'text/markdown'],
  ['TEXT/Markdown; charset=utf-8', 'text/markdown'],
  ['application/json', 'text/html'],
  ['text/html;q=0, */*', 'text/markdown'],
]

for (const [accept, chosen] of TYPES) {
  t.test(`Accept "${accept}" chooses ${chosen}`, async (t) => {
    t.equal(chooseMediaType(accept, ['text/html', 'text/markdown']), chosen)
  })
}

const LANGUAGES: readonly (readonly [field: string, chosen: string])[] = [
  ['', 'en'],
  ['ko', 'ko'],
  ['ko-KR, en;q=0.8', 'ko'],
  ['zh-Hant-TW', 'zh'],
  ['fr, de', 'en'],
  ['fr, zh;q=0.3, ko;q=0.4', 'ko'],
  ['ko;q=0, zh;q=0.1', 'zh'],
  ['zh, ko', 'zh'],
  ['*', 'en'],
]

for (const [field, chosen] of LANGUAGES) {
  t.test(`Accept-Language "${field}" chooses ${chosen}`, async (t) => {
    t.equal(chooseLanguage(field, ['en', 'zh', 'ko'] as const, 'en'), chosen)
  })
}
