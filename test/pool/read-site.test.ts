import t from 'tap'
import { navKey } from '../../src/generation/generation.ts'
import { inMemory } from '../../src/generation/records/in-memory.ts'
import { packRecords } from '../../src/generation/records/pack-records.ts'
import { openRecordStore } from '../../src/generation/records/record-store.ts'
import { readSite } from '../../src/pool/read-site.ts'

const NAV = [{ name: 'guides', title: 'Guides', pages: [] }]
const texts = openRecordStore(inMemory(packRecords([{ key: navKey('en'), meta: '', body: JSON.stringify(NAV) }])))

t.test('a navigation is the same array each time, and empty where a locale has none', async (t) => {
  const site = readSite(texts)
  t.strictSame(site.nav('en', null), NAV)
  t.equal(site.nav('en', null), site.nav('en', null))
  t.strictSame(site.nav('ko', null), [])
})

t.test('a navigation is without the pages that stand aside, and the whole one has them', (t) => {
  const whole = [...NAV, { name: '', title: '', pages: [{ path: 'aside', title: 'Aside', description: '' }] }]
  const records = packRecords([{ key: navKey('en'), meta: '', body: JSON.stringify(whole) }])
  const site = readSite(openRecordStore(inMemory(records)))
  t.strictSame(site.nav('en', null), NAV)
  t.strictSame(site.wholeNav('en', null), whole)
  t.end()
})

t.test('a navigation that was not read while the files were open is empty, and read ones stay', async (t) => {
  let open = true
  const first = readSite(texts, () => open)
  const second = readSite(texts, () => open)
  first.nav('en', null)
  open = false
  t.strictSame(first.nav('en', null), NAV)
  t.strictSame(second.nav('en', null), [])
})
