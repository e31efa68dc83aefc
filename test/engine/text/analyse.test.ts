import t from 'tap'
import { pairTerm, scanPairs, scanRuns, splitIdentifier, toSurface, toTerm } from '../../../src/engine/text/analyse.ts'
import { hasSearchableCharacter } from '../../../src/engine/text/characters.ts'
import { koreanNounLength } from '../../../src/engine/text/korean.ts'
import { normaliseQuery } from '../../../src/shared/normalise-query.ts'
import { normaliseTitle } from '../../../src/engine/text/normalise-title.ts'

function runsOf(text: string): string[] {
  const runs: string[] = []
  scanRuns(text, (_, start, end) => runs.push(text.slice(start, end)))
  return runs
}

function pairsOf(text: string): string[] {
  const pairs: string[] = []
  scanPairs(text, 0, text.length, (first, second) => pairs.push(pairTerm(first, second)))
  return pairs
}

const RUNS: [string, string[]][] = [
  ['hello world', ['hello', 'world']],
  ['使用CSS动画', ['使用', 'CSS', '动画']],
  ['함수를 호출', ['함수를', '호출']],
  ['ひらがなカタカナ漢字', ['ひらがなカタカナ漢字']],
  ['한글漢字', ['한글', '漢字']],
  ['font-size: 2px', ['font', 'size', '2px']],
  ['snake_case', ['snake_case']],
  ["the module's exports", ['the', 'module', 'exports']],
  ['MODULE’S', ['MODULE']],
  ["it'sx 's", ["it'sx", 's']],
  ["don't", ["don't"]],
  ["'quoted'", ['quoted']],
  ['Grüße, Москва', ['Grüße', 'Москва']],
  ['a\u0301b', ['a\u0301b']],
  ['\u{20000}\u{20001}x', ['\u{20000}\u{20001}', 'x']],
  ['🙂 smile', ['smile']],
  ['', []],
  ['--- !!!', []],
]

t.test('text is split into runs of words, of Han and Kana, and of Hangul', async (t) => {
  for (const [text, runs] of RUNS) t.same(runsOf(text), runs, text)
})

t.test('CJK runs become overlapping pairs, and a lone character stays', async (t) => {
  t.same(pairsOf('文件系统'), ['文件', '件系', '系统'])
  t.same(pairsOf('文'), ['文'])
  t.same(pairsOf('\u{20000}文'), ['\u{20000}文'])
})

t.test('a surface form is lower case without apostrophes and outer underscores', async (t) => {
  t.equal(toSurface("Don't"), 'dont')
  t.equal(toSurface('__init__'), 'init')
  t.equal(toSurface('x'.repeat(49)), '', 'overlong words are dropped')
  t.equal(toSurface('ÉCOLE'), 'école')
})

t.test('only plain English words are stemmed', async (t) => {
  t.equal(toTerm('animations'), toTerm('animation'))
  t.equal(toTerm('es2015'), 'es2015')
  t.equal(toTerm('москва'), 'москва')
})

t.test('identifiers give their parts beside the whole', async (t) => {
  t.same(splitIdentifier('getElementById'), ['get', 'Element', 'By', 'Id'])
  t.same(splitIdentifier('HTMLIFrameElement'), ['HTMLI', 'Frame', 'Element'])
  t.same(splitIdentifier('XMLHttpRequest'), ['XML', 'Http', 'Request'])
  t.same(splitIdentifier('snake_case'), ['snake', 'case'])
  t.same(splitIdentifier('plain'), [])
})

const normalised = (raw: string): string => raw.normalize('NFKC').replace(/\s+/gu, ' ').trim()

t.test('a query is NFKC, trimmed, with single spaces', async (t) => {
  t.equal(normaliseQuery('  ｆｕｌｌ\u3000width \n x '), 'full width x')
  t.equal(normaliseQuery('Array.from() in ~1 s'), 'Array.from() in ~1 s')
  for (const raw of [' a b', 'a  b', 'a b ', 'a\tb', 'a\u007f b', '', ' ', 'é', 'e\u0301 f', '½ px']) {
    t.equal(normaliseQuery(raw), normalised(raw))
  }
})

t.test('a query is normalised wherever it needs to be', async (t) => {
  const wrong: string[] = []
  const check = (raw: string): void => {
    if (normaliseQuery(raw) !== normalised(raw)) wrong.push(raw)
  }
  for (let code = 0; code <= 0xffff; code++) {
    const unit = String.fromCharCode(code)
    for (const raw of [unit, `字${unit}`, `${unit}字`, `가${unit}`, `é ${unit} e`, `${unit}\u0301`]) check(raw)
  }
  // Characters that compose, in decomposed form.
  for (let point = 0xa0; point <= 0x10ffff; point++) {
    const parts = String.fromCodePoint(point).normalize('NFD')
    if (parts.length > 1) check(parts)
  }
  t.strictSame(wrong, [])
})

t.test('titles are compared by their letters, digits and CJK characters', async (t) => {
  t.equal(normaliseTitle('Array.prototype.map()'), 'array prototype map')
  t.equal(normaliseTitle('`<video>`: 비디오'), 'video 비디오')
  t.equal(normaliseTitle('…'), '')
  t.equal(normaliseTitle('🚀 Start 🙂'), 'start')
  t.equal(normaliseTitle('\u{20000} 字'), '\u{20000} 字')
})

t.test('punctuation alone is nothing to search for', async (t) => {
  for (const text of ['!!', '?? --', '🙂🙂', '__']) t.notOk(hasSearchableCharacter(text), text)
  for (const text of ['a!', '你', '7', 'ㄱ']) t.ok(hasSearchableCharacter(text), text)
})

t.test('Korean particles are not counted as part of the noun', async (t) => {
  t.equal(koreanNounLength('함수를'), 2)
  t.equal(koreanNounLength('브라우저에서'), 4)
  t.equal(koreanNounLength('나의'), 2, 'a noun of one character is not cut')
})
