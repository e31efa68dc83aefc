import t from 'tap'

const MODULE = new URL('../../src/web/static/search/composition.js', import.meta.url)

const { settledValue } = (await import(MODULE.href)) as {
  readonly settledValue: (
    value: string,
    caret: number,
    composed: { start: number; text: string },
    isPredicted: boolean,
  ) => string
}

/** A value with its composed part in braces, which is settled with the caret behind it. */
function settle(marked: string, isPredicted = false): string {
  const start = marked.indexOf('{')
  const end = marked.indexOf('}') - 1
  const value = marked.replace(/[{}]/g, '')
  return settledValue(value, end, { start, text: value.slice(start, end) }, isPredicted)
}

t.test('pinyin and kana that wait to be converted are no part of the query', (t) => {
  t.equal(settle('安装{pei zhi}'), '安装')
  t.equal(settle("{ni'hao}"), '')
  t.equal(settle('{けんさく}'), '')
  t.equal(settle('pm2 {chong}重载'), 'pm2 重载')
  t.end()
})

t.test('Korean syllables are searched while the last one is composed, and lone letters are not', (t) => {
  t.equal(settle('설{치}'), '설치')
  t.equal(settle('설{ㅊ}'), '설')
  t.equal(settle('{설치ㅎ}'), '설치')
  t.equal(settle('{ㅅ}'), '')
  t.end()
})

t.test('words that a keyboard on the screen composes are searched', (t) => {
  t.equal(settle('pm2 {relo}', true), 'pm2 relo')
  t.equal(settle('{café}', true), 'café')
  t.equal(settle('{けんさく}', true), '')
  t.end()
})

t.test('a word that is taken up again is found before the caret', (t) => {
  t.equal(settledValue('pm2 reload', 10, { start: 10, text: 'reload' }, true), 'pm2 reload')
  t.equal(settledValue('安装peizhi', 8, { start: 8, text: 'peizhi' }, false), '安装')
  t.equal(settledValue('pm2', 3, { start: 0, text: 'elsewhere' }, false), 'pm2', 'what is not there is settled')
  t.end()
})
