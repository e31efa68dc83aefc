import type { Locale } from '../shared/locale.ts'
import { messagesFor, type Messages } from './messages.ts'

/** Texts of search boxes alone. `{…}` marks a place for a value. */
const OWN_TEXTS = {
  en: {
    recent: 'Recent searches',
    deletes: 'Delete removes the chosen one.',
    forgetAll: 'Forget recent searches',
    advice: 'Check the spelling, try fewer or more general words, or the name of an option or a command.',
    searchPage: 'Open the search page',
    keys: '↑ ↓ choose · Enter open · Esc close',
  },
  zh: {
    recent: '最近的搜索',
    deletes: '按 Delete 键可删除所选项。',
    forgetAll: '清除最近的搜索',
    advice: '请检查拼写，减少关键词或换用更常见的词，也可以试试选项或命令的名称。',
    searchPage: '打开搜索页面',
    keys: '↑ ↓ 选择 · Enter 打开 · Esc 关闭',
  },
  ko: {
    recent: '최근 검색어',
    deletes: 'Delete 키로 선택한 항목을 지웁니다.',
    forgetAll: '최근 검색어 지우기',
    advice: '철자를 확인하거나 더 적고 일반적인 단어, 옵션이나 명령의 이름으로 검색해 보세요.',
    searchPage: '검색 페이지 열기',
    keys: '↑ ↓ 선택 · Enter 열기 · Esc 닫기',
  },
} as const satisfies Readonly<Record<Locale, object>>

/** Texts that search boxes share with the rest of the pages. */
const SHARED_TEXTS = [
  'allResults',
  'allSections',
  'close',
  'noResults',
  'oneResult',
  'results',
  'resultsInEnglish',
  'search',
  'searchLabel',
  'searchUnavailable',
  'sections',
] as const satisfies readonly (keyof Messages)[]

/** The texts that the script of a search box needs, in one language. */
export type SearchTexts = Readonly<Record<keyof (typeof OWN_TEXTS)['en'] | (typeof SHARED_TEXTS)[number], string>>

export function searchTexts(locale: Locale): SearchTexts {
  const messages = messagesFor(locale)
  const shared = Object.fromEntries(SHARED_TEXTS.map((name) => [name, messages[name]]))
  return { ...OWN_TEXTS[locale], ...(shared as Pick<Messages, (typeof SHARED_TEXTS)[number]>) }
}
