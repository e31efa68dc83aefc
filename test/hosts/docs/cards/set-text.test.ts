import t from 'tap'
import type { FontFace } from '../../../../src/hosts/docs/cards/font-file.ts'
import { cutText, drawable, runsOf, widthOf, wrapText } from '../../../../src/hosts/docs/cards/set-text.ts'
import type { Locale } from '../../../../src/shared/locale.ts'

/** Faces in which each Latin character is half an em wide and each other one an em. */
function face(family: string, has: RegExp, em: number) {
  const advance: FontFace['advance'] = (character) => (has.test(String.fromCodePoint(character)) ? em : null)
  return { family, weight: 500, advance, file: { bytes: () => Buffer.alloc(0) } }
}
const latin = face('Latin', /[ -~é…]|\u0302/, 0.5)
const cjk = face('CJK', /[ \p{sc=Han}\p{sc=Hangul}，。「」：]/u, 1)
const find = (character: number) => [latin, cjk].find((each) => each.advance(character) !== null) ?? null
const style = (locale: Locale) => ({ find, sizePx: 10, spacingEm: 0, locale })
const wrap = (text: string, widthPx: number, lines = 9, locale: Locale = 'en') =>
  wrapText(text, style(locale), widthPx, lines).lines

t.test('a text of strangers is drawn on one line, without what cannot be seen or has no glyph', async (t) => {
  for (const [text, drawn] of [
    ['  A\ttitle\non \u2028lines ', 'A title on lines'],
    ['Launch 🚀 day 👨‍👩‍👧 ❤️ 1️⃣', 'Launch day 1'],
    ['\u202eright\u2066 to\u0000 left\ud800\ufeff', 'right to left'],
    ['cafe\u0301', 'café'],
    ['ê\u0303\u0304\u0304\u0304', 'e\u0302'],
    ['<b>&amp; ]]>', '<b>&amp; ]]>'],
  ]) {
    t.equal(drawable(text ?? '', find), drawn, JSON.stringify(text))
  }
})

t.test('a text with a letter or a digit that no font has is not drawn at all', async (t) => {
  for (const text of ['مرحبا', 'Title สวัสดี', 'а', '٣ ways', '🚀', ' ', '']) t.equal(drawable(text, find), null, text)
})

t.test('a text is parted where another font has to take over, and spaces stay with the word before', async (t) => {
  const runs = (text: string) => runsOf(text, find).map(({ face: { family }, text: part }) => [family, part])
  t.strictSame(runs('Use 搜索 now'), [['Latin', 'Use '], ['CJK', '搜索 '], ['Latin', 'now']]) // prettier-ignore
  t.equal(widthOf('ab 搜', style('en')), 25)
})

t.test('lines end between words, and are of nearly the same width', async (t) => {
  t.strictSame(wrap('one two three four', 1000), ['one two three four'])
  t.strictSame(wrap('aaaa bbbb cccc dd', 75), ['aaaa bbbb', 'cccc dd'], 'not one short word by itself')
  t.strictSame(wrap('see docs/guides/start', 60), ['see docs/', 'guides/start'])
  t.strictSame(wrap('x'.repeat(25), 50), ['x'.repeat(9), 'x'.repeat(9), 'x'.repeat(7)])
})

t.test(
  'Chinese is parted between words, its marks stay where they belong, and Korean is parted at spaces',
  async (t) => {
    t.strictSame(wrap('如何配置服务器，以及「部署」', 80, 9, 'zh'), ['如何配置服务器，', '以及「部署」'])
    t.strictSame(wrap('反向代理与日志', 50, 9, 'zh'), ['反向代理', '与日志'])
    for (const line of wrap('一「二」，三「四」。五「六」：七', 50, 9, 'zh')) {
      t.notMatch(line, /^[」，。：]|「$/, line)
    }
    t.strictSame(wrap('서버를 설치하고 검색하기', 80, 9, 'ko'), ['서버를 설치하고', '검색하기'])
  },
)

t.test('what has no room ends with an ellipsis, behind a whole word where one is near', async (t) => {
  const wrapped = wrapText('one two three four five six seven', style('en'), 50, 2)
  t.strictSame(wrapped, { lines: ['one two', 'three…'], cut: true })
  t.equal(cutText('one two, three', style('en'), 50), 'one two…')
  t.equal(cutText('x'.repeat(30), style('en'), 50), `${'x'.repeat(9)}…`)
  t.equal(cutText('fits', style('en'), 20), 'fits')
  for (const line of wrapText('word '.repeat(2000), style('en'), 200, 3).lines) t.ok(widthOf(line, style('en')) <= 200)
})
