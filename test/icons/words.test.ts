import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { z } from 'zod'
import { formatted } from '../../scripts/formatted.ts'
import { stemsOf } from '../../src/icons/stem.ts'
import { readIconNames, readStrokeWords } from './icon-names.ts'

const FILE = join(import.meta.dirname, '../../content/icons/synonyms.json')
/** Letters and numbers without a meaning in a name, and words that belong only to the structure of names. */
const NO_WORD = /^(?:\d+|[a-z]|alt|md|me|to|verry|with)$/
/** Parts of names of strokes that are only there to tell them apart. */
const NO_NAME = new Set(['2x2', '3x2', '3x3', 'and'])
const HAN = /\p{Script=Han}/u
const HANGUL = /\p{Script=Hangul}/u
/** Pairs that must not be in one group, because members of a group stand for each other. */
const OPPOSITES: readonly (readonly [string, string])[] = [
  ['add', 'remove'],
  ['angry', 'happy'],
  ['celsius', 'fahrenheit'],
  ['cold', 'hot'],
  ['day', 'night'],
  ['down', 'up'],
  ['download', 'upload'],
  ['empty', 'full'],
  ['fold', 'unfold'],
  ['high', 'low'],
  ['import', 'export'],
  ['incoming', 'outgoing'],
  ['left', 'right'],
  ['like', 'dislike'],
  ['login', 'logout'],
  ['log in', 'log out'],
  ['loud', 'quiet'],
  ['moon', 'sun'],
  ['on', 'off'],
  ['open', 'close'],
  ['play', 'pause'],
  ['plus', 'minus'],
  ['rain', 'snow'],
  ['show', 'hide'],
  ['sunrise', 'sunset'],
  ['waning', 'waxing'],
  ['上传', '下载'],
  ['日出', '日落'],
  ['登录', '登出'],
  ['雨', '雪'],
  ['다운로드', '업로드'],
  ['로그인', '로그아웃'],
  ['비', '눈'],
  ['일출', '일몰'],
]

const texts = z.array(z.string().min(1)).min(1)
const synonymsFile = z.strictObject({
  groups: z.array(z.array(z.string().min(1)).min(2)).min(120),
  names: z.record(z.string(), z.strictObject({ zh: z.string().min(1), ko: z.string().min(1) })),
  words: z.record(z.string(), z.strictObject({ zh: texts.max(4), ko: texts.max(4) })),
})

const source = readFileSync(FILE, 'utf8')
const { groups, names, words } = synonymsFile.parse(JSON.parse(source))
const strokes = readStrokeWords()
const iconNames = new Set([...readIconNames().values()].flatMap((ofSet) => [...ofSet]))
const stems = new Set([...iconNames].flatMap(stemsOf))
const nameWords = new Map<string, number>()
for (const word of [...iconNames].flatMap((name) => name.split('-'))) {
  if (!NO_WORD.test(word)) nameWords.set(word, (nameWords.get(word) ?? 0) + 1)
}

t.test('nine in ten words of icon names have words in Chinese and Korean', async (t) => {
  const missing = [...nameWords.keys()].filter((word) => !(word in words))
  t.ok(missing.length <= nameWords.size / 10, `${missing.length} of ${nameWords.size} have none: ${missing.join(' ')}`)
})

t.test('every word of names of strokes has words in Chinese and Korean, and so has every frequent tag', async (t) => {
  const parts = new Set([...strokes.names].flatMap((name) => name.split('-')))
  t.strictSame(
    [...parts].filter((word) => !NO_WORD.test(word) && !NO_NAME.has(word) && !(word in words)),
    [],
  )
  const frequent = [...strokes.tags].filter(([, icons]) => icons >= 10).map(([tag]) => tag)
  const missing = frequent.filter((tag) => /^[a-z ]+$/.test(tag) && !(tag in words))
  t.ok(missing.length <= frequent.length / 4, `${missing.length} of ${frequent.length} have none: ${missing.join(' ')}`)
})

t.test('every icon, or what it shows, has a name of its own in Chinese and Korean', async (t) => {
  const without = [...iconNames].filter((name) => ![name, ...stemsOf(name)].some((text) => text in names))
  t.strictSame(without, [])
})

t.test('words and names are of words and icons that exist', async (t) => {
  const known = new Set([...iconNames, ...strokes.names, ...strokes.aliases].flatMap((name) => name.split('-')))
  t.strictSame(
    Object.keys(words).filter((word) => !known.has(word) && !strokes.tags.has(word)),
    [],
  )
  t.strictSame(
    Object.keys(names).filter((name) => !iconNames.has(name) && !stems.has(name) && !strokes.names.has(name)),
    [],
  )
})

t.test('no list says the same twice', async (t) => {
  const lists = [...groups, ...Object.values(words).flatMap(({ ko, zh }) => [ko, zh])]
  t.strictSame(
    lists.filter((list) => new Set(list.map((text) => text.normalize('NFKC').toLowerCase())).size < list.length),
    [],
  )
})

t.test('Chinese is written in Han characters and Korean in Hangul', async (t) => {
  const entries = [...Object.values(words), ...Object.values(names).map(({ ko, zh }) => ({ zh: [zh], ko: [ko] }))]
  const zh = entries.flatMap((entry) => entry.zh)
  const ko = entries.flatMap((entry) => entry.ko)
  t.strictSame(
    zh.filter((text) => HANGUL.test(text) || !(HAN.test(text) || text === 'ABS')),
    [],
  )
  t.strictSame(
    ko.filter((text) => HAN.test(text) || !(HANGUL.test(text) || text === 'ABS')),
    [],
  )
})

t.test('texts are trimmed, normalised and, in English, in lower case', async (t) => {
  const localised = [...Object.values(names), ...Object.values(words)].flatMap(({ ko, zh }) => [ko, zh].flat())
  const all = [...groups.flat(), ...localised]
  t.strictSame(
    all.filter((text) => text !== text.normalize('NFKC').replaceAll(/\s+/gu, ' ').trim()),
    [],
  )
  t.strictSame(
    groups.flat().filter((text) => text !== text.toLowerCase()),
    [],
  )
})

t.test('no group holds opposites, or members of two languages', async (t) => {
  const contradictory = groups.filter(
    (group) =>
      OPPOSITES.some((pair) => pair.every((word) => group.includes(word))) ||
      (group.some((text) => /[a-z]/.test(text)) && group.some((text) => HAN.test(text) || HANGUL.test(text))) ||
      (group.some((text) => HAN.test(text)) && group.some((text) => HANGUL.test(text))),
  )
  t.strictSame(contradictory, [])
})

t.test('no group is a part of another', async (t) => {
  const contained = groups.filter((group) =>
    groups.some((other) => other !== group && group.every((text) => other.includes(text))),
  )
  t.strictSame(contained, [])
})

t.test('every group leads to an icon', async (t) => {
  const localised = [...Object.values(words), ...Object.values(names)].flatMap(({ ko, zh }) => [ko, zh].flat())
  const leads = (text: string): boolean =>
    localised.some((known) => known.includes(text)) ||
    strokes.names.has(text.replaceAll(' ', '-')) ||
    text.split(/[ -]/).every((word) => nameWords.has(word) || NO_WORD.test(word))
  t.strictSame(
    groups.filter((group) => !group.some(leads)),
    [],
  )
})

t.test('the file is sorted and formatted', async (t) => {
  const sorted = (list: readonly string[]): boolean => list.every((text, i) => i === 0 || list[i - 1]! < text)
  t.ok(sorted(Object.keys(JSON.parse(source) as object)))
  t.ok(sorted(Object.keys(names)))
  t.ok(sorted(Object.keys(words)))
  t.equal(await formatted(FILE, source), source)
})
