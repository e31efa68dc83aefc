import type { SearchDocument } from '../../src/engine/index/document.ts'
import { normaliseQuery } from '../../src/shared/normalise-query.ts'

export interface QuerySource {
  /** Pages whose texts are the source of queries, in any language. */
  readonly documents: readonly SearchDocument[]
  /** Queries that people might have sent. There may be none. */
  readonly queries: readonly string[]
}

/** Makes a query that is not yet normalised. */
type Recipe = () => string

const PARTICLES = [
  '은',
  '는',
  '이',
  '가',
  '을',
  '를',
  '의',
  '에',
  '에서',
  '으로',
  '로',
  '와',
  '과',
  '도',
  '부터',
  '까지',
]
const KOREAN_NOUNS = [
  '값',
  '줄',
  '키',
  '맵',
  '색',
  '글',
  '웹',
  '앱',
  '설정',
  '함수',
  '배열',
  '레이어',
  '도구',
  '속성',
  '이미지',
]
const STOP_WORDS = ['the', 'a', 'of', 'to', 'in', 'is', 'and', 'for', 'how', 'what', 'with', 'on', 'THE', 'i', 'do']
/** Beginnings and ends of questions. */
const ASKING: readonly (readonly [before: string, after: string])[] = [
  ['how do I ', ''],
  ['what is the best way to ', '?'],
  ['is it possible to ', ''],
  ['如何', '？'],
  ['怎么', '呢'],
  ['什么是', ''],
  ['我的', '是什么意思'],
  ['', ' 어떻게 하나요?'],
  ['', '하는 방법'],
  ['왜 ', ' 되나요'],
]
/** What surrounds a pasted message. */
const NOISE = [
  'at run (/home/dev/app/main.js:12:5)',
  'File "/usr/lib/app/run.py", line 7, in main',
  '2026-03-02T11:20:13Z',
  'http://localhost:5173/src/main.ts:1:2',
  '0x7ffee4c0',
  ' src/main.rs:4:9',
]
const SIGNS = [
  '𠮷',
  '𠮷野家',
  '👩‍💻',
  '\ud842',
  '\udfb7',
  'ﬁ',
  'ß',
  'İ',
  'Σ',
  'ς',
  '½',
  '①',
  'ｆｕｌｌ',
  '々',
  'ー',
  'é',
  'e\u0301',
  '\u200b',
  '한',
  '한',
]
const IDENTIFIERS = [
  'addEventListener',
  '--my-var',
  'Array.prototype.map()',
  'snake_case_name',
  'C++',
  '.NET',
  '#id',
  '@media',
  '<div>',
]
const JOINTS = [' ', ' ', ' ', '', '-', '_', '.', ', ', '/', '\u3000', ' & ']
const PUNCTUATION = '!?.,:;"\'()[]{}<>/\\|@#$%^&*-_=+~`、。「」·…'
/** Length of queries in code points. Hosts accept up to 200; the engine also accepts longer ones. */
const LONG_QUERY = 200
const LONGEST_QUERY = 1500

/** Makes normalised queries of every kind. Equal numbers from `random` give equal queries. */
export function createQueryMaker({ documents, queries }: QuerySource, random: () => number): () => string {
  const below = (n: number): number => Math.floor(random() * n)
  const pick = <T>(list: readonly T[]): T => list[below(list.length)]!
  const times = (least: number, most: number, make: Recipe): string[] =>
    Array.from({ length: least + below(most - least + 1) }, make)
  const join = (parts: readonly string[]): string => parts.reduce((text, part) => text + pick(JOINTS) + part)

  const title: Recipe = () => pick(documents).title
  const text: Recipe = () => {
    const { description, sections, title } = pick(documents)
    const { heading, text } = sections.length === 0 ? { heading: title, text: description } : pick(sections)
    return pick([text, text, text, heading, description, title])
  }
  /** A passage of a few adjacent words of a page. */
  const passage = (words: number): string => {
    const all = text().split(/\s+/u)
    const from = below(all.length)
    return all
      .slice(from, from + words)
      .join(' ')
      .slice(0, 40 * words)
  }
  const word: Recipe = () => pick(passage(1 + below(3)).split(' ')).slice(0, 60)
  const real: Recipe = () => (queries.length === 0 || random() < 0.1 ? title() : pick(queries))
  const slice = (from: string, units: number): string => {
    const start = below(from.length)
    return from.slice(start, start + units)
  }
  /** Omits, inserts or replaces one letter, or swaps it with the next. */
  const slip = (of: string): string => {
    const at = below(of.length + 1)
    const letter = pick([...'aeinorst0z', ...Array.from(word())])
    const rest = of.slice(at)
    return (
      of.slice(0, at) +
      pick([rest.slice(1), letter + rest, letter + rest.slice(1), (rest[1] ?? '') + (rest[0] ?? '') + rest.slice(2)])
    )
  }
  const shuffle = (of: string): string => {
    const words = of.split(' ')
    return times(1, words.length + 1, () => pick(words)).join(' ')
  }
  const punctuate = (of: string): string =>
    Array.from(of, (sign) => (random() < 0.2 ? sign + pick([...PUNCTUATION]) : sign)).join('')
  const upper = (of: string): string => pick([of.toUpperCase(), of.toLowerCase(), punctuate(of), `${of}s`, ` ${of}?`])
  const number: Recipe = () =>
    pick([String(below(10)), String(below(5000)), `${below(20)}.${below(10)}`, `${word()}${below(100)}`])
  const anyUnits: Recipe = () =>
    String.fromCharCode(...Array.from({ length: 1 + below(12) }, () => below(random() < 0.5 ? 0x250 : 0x10000)))

  const recipes: readonly Recipe[] = [
    real,
    real,
    () => real().slice(0, 1 + below(12)),
    () => {
      const query = real()
      return query.slice(0, 1 + below(query.length))
    },
    () => slip(real()),
    () => slip(slip(real())),
    () => slip(word()),
    () => slip(slip(word())),
    () => word() + word(),
    () => shuffle(real()),
    () => shuffle(passage(8)),
    word,
    () => word().slice(0, 1 + below(6)),
    () => times(2, 4, word).join(' '),
    () => passage(1 + below(6)),
    () => times(1, 4, () => pick(STOP_WORDS)).join(' '),
    () => `${pick(STOP_WORDS)} ${real()} ${pick(STOP_WORDS)}`,
    () => {
      const [before, after] = pick(ASKING)
      return before + pick([real, word, () => passage(12)])() + after
    },
    () => `${pick(NOISE)} ${passage(12)} ${pick(NOISE)}`,
    () => join(times(2, 5, () => pick([word, number, () => pick(SIGNS), () => pick(KOREAN_NOUNS)])())),
    number,
    () => pick(IDENTIFIERS),
    () => slice(text(), 1),
    () => slice(text(), 1 + below(4)),
    () => pick(SIGNS),
    () => word() + pick(SIGNS) + word(),
    () => (random() < 0.5 ? pick(KOREAN_NOUNS) : word()) + pick(PARTICLES),
    () => slice(text(), LONG_QUERY),
    () => times(20, 60, word).join(' ').slice(0, LONG_QUERY),
    () => `${word()} `.repeat(1 + below(40)),
    title,
    () => upper(title()),
    () => slip(title()),
    () => punctuate(real()),
    anyUnits,
    () => pick(['', ' ', pick([...PUNCTUATION]), PUNCTUATION]),
    () => (random() < 0.1 ? slice(text(), LONGEST_QUERY) : passage(30)),
  ]
  return () => normaliseQuery(pick(recipes)())
}
