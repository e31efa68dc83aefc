import t from 'tap'
import { WORD } from '../../../src/engine/text/characters.ts'
import { normaliseTitle } from '../../../src/engine/text/normalise-title.ts'
import { readQuery } from '../../../src/engine/index/read-query.ts'
import { createRequestArrays, writeRequest, type RequestArrays } from '../../../src/engine/native/request.ts'
import { createQueryMaker } from '../../native/random-queries.ts'
import { page, seededRandom } from '../../support/search-fixture.ts'

const PAGES = [
  page('a', 'Getting started', "How to install the server's snake_case __proto__ options, don't and Ünïcode K ﬁt"),
  page('b', '搜索设置', '在浏览器中设置搜索的端口和颜色，使用CSS动画𠮷野家。'),
  page('c', '검색 설정', '값을 색상을 맵에서 검색하는 방법과 줄 바꿈'),
]

/** Decodes a request into the terms of `readQuery`. */
function unpack({ ints, units, weights }: RequestArrays): {
  title: string
  runs: unknown
  ints: number
  weights: number
} {
  const textAt = (start: number, length: number): string =>
    String.fromCharCode(...units.subarray(start, start + length))
  let at = 2
  let weight = 0
  const runs = Array.from({ length: ints[0]! }, () => {
    const flags = ints[at + 1]!
    const text = textAt(ints[at + 2]!, ints[at + 3]!)
    const last = (flags & 1) !== 0
    if (ints[at] === 0) {
      const hashes = { termHash: ints[at + 4]! >>> 0, termFingerprint: ints[at + 5]! >>> 0 }
      at += 6
      return { last, form: { surface: text, ...hashes, stop: (flags & 2) !== 0, numeric: (flags & 4) !== 0 } }
    }
    const first = at + 5
    const pairs = Array.from({ length: ints[at + 4]! }, (_, i) => ({
      first: ints[first + 3 * i],
      second: ints[first + 3 * i + 1],
      weight: weights[weight++],
      place: ints[first + 3 * i + 2],
    }))
    at = first + 3 * pairs.length
    return { last, text, mayBeShortNoun: (flags & 8) !== 0, pairs }
  })
  return { title: textAt(0, ints[1]!), runs, ints: at, weights: weight }
}

/** The result of `readQuery`, by which JavaScript searches, in the same form. */
function expected(query: string): unknown {
  const title = normaliseTitle(query)
  let units = title.length
  const runs = readQuery(query).map((run) => {
    units += run.kind === WORD ? run.form.surface.length : run.text.length
    if (run.kind === WORD) return { last: run.last, form: run.form }
    const { last, mayBeShortNoun, pairs, text } = run
    return { last, text, mayBeShortNoun, pairs }
  })
  return { title, runs, units }
}

function written(query: string): unknown {
  // The arrays have the smallest size. Anything written beyond it is lost.
  const arrays = createRequestArrays(query.length)
  const { ints, units, weights } = writeRequest(arrays, query)
  const unpacked = unpack(arrays)
  if (unpacked.ints !== ints || unpacked.weights !== weights) return 'lengths are wrong'
  return { title: unpacked.title, runs: unpacked.runs, units }
}

t.test('a request asks for what the query is read as', async (t) => {
  const makeQuery = createQueryMaker(
    { documents: PAGES, queries: ['css grid', '设置 端口', '색상을'] },
    seededRandom(7),
  )
  // Texts that take the most room.
  const full = ['İ', 'a字', '字', '字 ', 'a ', '가', 'ß', '𠮷', 'x'.repeat(48) + ' '].map((part) => part.repeat(40))
  const queries = [...full, ...Array.from({ length: 10_000 }, makeQuery)]
  t.strictSame(
    queries.filter((query) => JSON.stringify(written(query)) !== JSON.stringify(expected(query))),
    [],
  )
})
