import t from 'tap'
import { decodeHtml } from '../../../../src/docs/readers/html/decode-html.ts'
import { pageOf } from './page-of.ts'

/** `한글` and `中文` in encodings that sites of old used. */
const PAGES: Readonly<Record<string, readonly [bytes: readonly number[], text: string]>> = {
  'euc-kr': [[0xc7, 0xd1, 0xb1, 0xdb], '한글'],
  gb2312: [[0xd6, 0xd0, 0xce, 0xc4], '中文'],
  gbk: [[0xd6, 0xd0, 0xce, 0xc4], '中文'],
  shift_jis: [[0x93, 0xfa, 0x96, 0x7b], '日本'],
  'iso-8859-1': [[0xe9], 'é'],
}

t.test('pages are decoded as they say', (t) => {
  for (const [name, [bytes, text]] of Object.entries(PAGES)) {
    const head = `<html><head><meta http-equiv="Content-Type" content="text/html; charset=${name}"></head><body><main><h1>`
    const page = pageOf(Buffer.concat([Buffer.from(head), Buffer.from(bytes), Buffer.from('</h1></main>')]))
    t.equal(page.title, text, name)
    t.strictSame(page.faults, [], name)
  }
  t.end()
})

t.test('a byte order mark tells more than the page', (t) => {
  const text = '<meta charset="gbk"><main><h1>中文</h1></main>'
  t.equal(pageOf(Buffer.from(`\ufeff${text}`)).title, '中文')
  t.equal(pageOf(Buffer.from(`\ufeff${text}`, 'utf16le')).title, '中文')
  t.equal(pageOf(Buffer.from(`\ufeff${text}`, 'utf16le').swap16()).title, '中文')
  t.end()
})

t.test('without a name it is UTF-8, else what browsers take', (t) => {
  t.match(decodeHtml(Buffer.from('<p>é')), { text: '<p>é', encoding: 'utf-8', broken: false })
  t.match(decodeHtml(Buffer.from([0x3c, 0x70, 0x3e, 0x93])), { text: '<p>“', encoding: 'windows-1252' })
  t.match(decodeHtml(Buffer.from('<meta charset=utf-16><p>é')), { text: /é/, encoding: 'utf-8' })
  t.end()
})

t.test('what cannot be read is a fault at its line, and the rest is read', (t) => {
  const bytes = Buffer.concat([
    Buffer.from('<meta charset=utf-8>\n<main><p>a'),
    Buffer.from([0xff]),
    Buffer.from(' b</p></main>'),
  ])
  t.match(pageOf(bytes).faults, [{ code: 'bad_encoding', line: 2 }, { code: 'no_title' }])
  t.match(decodeHtml(Buffer.from('a\0b\r\nc\rd')), { text: 'ab\nc\nd' })
  t.end()
})
