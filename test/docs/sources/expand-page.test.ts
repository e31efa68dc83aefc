import t from 'tap'
import { createExpander } from '../../../src/docs/sources/expand-page.ts'
import type { ExpandedPage } from '../../../src/docs/sources/source.ts'

function page(faults: string[]): ExpandedPage {
  const folder = {
    base: '',
    files: new Map(),
    readText: () => null,
    tell: <T>(_what: string, _file: string, of: (text: string) => T) => of(''),
    names: () => [],
    localeOf: () => null,
    namedLocale: null,
    defaultLocale: 'en' as const,
    scriptOf: () => null,
    gitConfig: () => null,
    fault: () => undefined,
  }
  return { file: 'a.md', locale: 'en', fields: new Map(), folder, fault: (code) => void faults.push(code) }
}

t.test('pages that gain too much text together are read as they are written', async (t) => {
  const faults: string[] = []
  const expand = createExpander(100)
  const twice = (text: string): string => text + text
  t.equal(expand(twice, 'a'.repeat(80), page(faults)).length, 160)
  t.equal(expand(twice, 'a'.repeat(80), page(faults)).length, 160)
  t.equal(expand(twice, 'a'.repeat(80), page(faults)).length, 80)
  t.strictSame(faults, ['too_large'])
})

t.test('a page that grows too long by itself, or gets half a character', async (t) => {
  const faults: string[] = []
  t.equal(
    createExpander()(() => 'a'.repeat(20_000_000), 'b', page(faults)),
    'b',
  )
  t.strictSame(faults, ['too_large'])
  t.equal(
    createExpander()(() => 'a\ud800', 'b', page(faults)),
    'a\ufffd',
  )
})
