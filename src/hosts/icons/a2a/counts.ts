const ONE_TO_TWENTY =
  'one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty'
const KOREAN = '한 두 세 네 다섯 여섯 일곱 여덟 아홉 열 열한 열두'
const HAN = ' 一二三四五六七八九'
const VALUES: Readonly<Record<string, number>> = {
  ...Object.fromEntries([ONE_TO_TWENTY, KOREAN].flatMap((row) => row.split(' ').map((word, at) => [word, at + 1]))),
  'half a dozen': 6,
  'a dozen': 12,
  'two dozen': 24,
  'a couple': 2,
  thirty: 30,
  fifty: 50,
  'a hundred': 100,
  一打: 12,
  하나: 1,
  둘: 2,
  셋: 3,
  넷: 4,
}
const NUMBER = `(\\d{1,4}|${Object.keys(VALUES)
  .toSorted((a, b) => b.length - a.length)
  .join('|')})`
const PLURAL = '(?:icons|animations|symbols)'

/** Counts beside what they count, and what stands in for them. A number of the thing itself is no count: `24 hours icon`. */
const COUNTS: readonly (readonly [RegExp, string])[] = [
  [
    new RegExp(
      `(?<=^|\\b(?:me|us|any|some|the|find|get|give|show|need|want|list|have)\\s)(?:(?:first|top|best|only|just|up to|at most|maximum)\\s)?${NUMBER}(?:\\sof)?(?=\\s(?:.{0,80}\\s)?${PLURAL}\\b)`,
    ),
    'some',
  ],
  [new RegExp(`\\b(?:just|only)\\s${NUMBER}(?=\\s\\S)`), 'some'],
  [new RegExp(`(?<=\\b${PLURAL})[\\s,(]+(?:(?:top|limit|max|only|just)\\s)?${NUMBER}(?:\\sof them|\\))?$`), ''],
  // `一个` is an article.
  [/(一打)|(?!一)([一二两三四五六七八九十]{1,3}|\d{1,4})\s?(?:个|种|款|张|枚)的?/, '一个'],
  [/(?<=아이콘[을를]?\s)(하나|둘|셋|넷)만?(?=\s|$)/, ''],
  [new RegExp(`(?<![가-힣])${NUMBER}\\s?(?:개|가지|종류)(?:의|만|를|을)?(?![가-힣])`), ''],
]

/** Separates a text from the number of results that it asks for, or null. */
export function takeCount(text: string): { readonly text: string; readonly count: number | null } {
  for (const [pattern, article] of COUNTS) {
    const [all, ...groups] = pattern.exec(text) ?? []
    const number = groups.find((group) => group !== undefined) ?? ''
    const count = VALUES[number] ?? (/^\d+$/.test(number) ? Number(number) : readHan(number))
    if (all !== undefined && count > 0) return { text: text.replace(all, article).replace(/\s+/g, ' ').trim(), count }
  }
  return { text, count: null }
}

/** Reads a Chinese number below 100: `三`, `十二`, `二十`. */
function readHan(number: string): number {
  const [tens, ones] = number.includes('十') ? number.split('十') : ['', number]
  const digit = (sign = ''): number => Math.max(0, HAN.indexOf(sign.replace('两', '二') || ' '))
  return (number.includes('十') ? 10 * (digit(tens) || 1) : 0) + digit(ones)
}
