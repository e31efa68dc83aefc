import { isStopWord } from '../../../engine/text/stop-words.ts'

// Words that people put around the thing that they look for, in the three languages. They are removed from both ends, so that
// `please show me an icon for delete` leaves `delete`.

const ARTICLES = setOf('a an the some any all every several few bunch 一个 一些 几个 所有的 所有 全部的 全部 各种 모든')
const PRONOUNS = setOf('me us have there what which 一下 有没有 有哪些')
/** Words that begin a request, and that seldom are what an icon shows. */
const COMMANDS = setOf(
  'find need want recommend suggest looking searching hi hello hey animated 帮我 帮忙 给我 替我 我想要 我想 我要 我需要 我在 你能 ' +
    '能不能 可以 你好 您好 需要 想要 找 列出 怎么 怎样 如何 关于 表示 用于 혹시 그럼 움직이는 안녕하세요',
)
/** Commands that often are what an icon shows. They count only beside other words of these lists. */
const VERBS = setOf(
  'show see let help get give bring like love list browse search use display look read open got best good nice following ok okay thanks 查找 搜索 寻找 查询 查看 显示 展示 ' +
    '推荐 浏览 获取 阅读 打开 随便 请问 请 麻烦你 麻烦 搜 查 看 来 애니메이션',
)
/** Words behind `icon`, or behind a command, and before what the icon shows. */
const LINKS = setOf(
  'for about of related with to on like named called showing meaning representing mean means show shows represent represents indicate',
)
/** Stop words of the engine are among them. They go only with words that follow, so that `at sign` stays whole. */
const WEAK = setOf("please pls also then now just only maybe am i'd i'm we're let's")
const LONGEST_HAN = 4

/** Noun of what is asked for, as the source of an expression. */
export const ICON_NOUN = '(?:icons?|animations?|symbols?|pictograms?|anything|everything|图标|动画|动效|아이콘들?)'
export const GUIDE_NOUN =
  '(?:guides?|docs|documentation|tutorials?|manuals?|指南|文档|教程|手册|가이드|문서|튜토리얼|설명서|안내서)'
const PARTICLE = '(?:[을를이가은는도의과와]|에서)?'
/** Requests for all there is. */
const ALL = /(?:s|all|everything|列表|哪些)$|所有|全部|列出|모든|목록|전부/

/** Patterns that are removed from the end, before its noun. */
const POLITE: readonly RegExp[] = [
  /(?:^|,?\s)(?:please|pls|thanks|thank you|(?:do )?you have|(?:are|is) there|for me)$/,
  /,?\s?(?:吗|呢|吧|么|谢谢)$|(?<=\S)(?:列表|大全|有哪些)$/,
  /\s?(?:좀\s)?(?:찾아|보여|검색해|추천해|알려|골라|가져다|읽어)?\s?(?:줘|주세요|줄래)요?$/,
  /[이가]?\s(?:있나요|있어요?|있습니까|필요해요?|필요합니다|찾고 있어요?|찾습니다)$|\s(?:목록|모두|전부)$/,
]
/** Patterns that are removed from the end, between the noun and what it shows. */
const JOINTS: readonly RegExp[] = [
  /(?:^|\s)animated$|的$|(?<=.)动态$/,
  /\s(?:애니메이션|움직이는)$|\s?(?:에 대한|에 관한|[을를] (?:위한|나타내는|뜻하는)|\s관련된?|\s모양의?)$|(?<=\S)용$/,
]

/** Number of words, which bounds the cost of a text that consists of such words. No real text has more. */
const ROUNDS_LIMIT = 24

type Kind = 'noun' | 'article' | 'pronoun' | 'command' | 'link' | 'verb' | 'weak'

/** Creates the function that removes the words around what is asked for. What remains is '' if all there is was asked for. */
export function createStrip(noun: string): (text: string) => string {
  const atEnd = new RegExp(`(?<![\\w-])${noun}${PARTICLE}$`)
  const whole = new RegExp(`^${noun}${PARTICLE}$`)

  return (text) => {
    const left = withoutEnd(text)
    const { last, rest } = withoutBeginning(left)
    if (rest !== '' && rest !== last?.word) return rest
    const isList = left !== text.trim() && ALL.test(text)
    return isList || last === null || last.kind === 'pronoun' || last.kind === 'article' ? '' : last.word
  }

  function withoutEnd(text: string): string {
    let left = text.trim()
    let isFound = false
    for (let round = 0; round < ROUNDS_LIMIT; round++) {
      const before = left
      const patterns = isFound ? [atEnd, ...JOINTS] : [...POLITE, atEnd]
      for (const pattern of patterns) {
        const shorter = left.replace(pattern, '').trim()
        // `symbol icon` asks for the icon of a symbol.
        if (pattern === atEnd && shorter !== left) {
          if (isFound && shorter === '') continue
          isFound = true
        }
        left = shorter
      }
      if (left === before) break
    }
    return left
  }

  /** Also gives the last word of the lists, which is what the icon shows if nothing follows it. */
  function withoutBeginning(text: string): { readonly rest: string; readonly last: Unit | null } {
    let at = 0
    let restAt = 0
    let last: Unit | null = null
    /** Kind of the last word that is no stop word. */
    let before: Kind | null = null
    for (let round = 0; round < ROUNDS_LIMIT; round++) {
      const unit: Unit | null = unitAt(text, at, before)
      if (unit === null) break
      const { end, isHan, kind } = unit
      const isCommand =
        kind !== 'verb' ||
        (last?.kind === 'weak' && end < text.length) ||
        (isHan && last !== null && last.kind !== 'article') ||
        unitAt(text, end, kind) !== null
      last = unit
      if (!isCommand) break
      at = end
      if (kind === 'weak') continue
      restAt = at
      if (kind !== 'pronoun') before = kind
    }
    return { rest: text.slice(restAt).replace(/^[\s,:;!?.、]+/, ''), last }
  }

  function unitAt(text: string, at: number, before: Kind | null): Unit | null {
    UNIT.lastIndex = at
    const [all = '', han, word] = UNIT.exec(text) ?? []
    const written = han ?? word
    if (written === undefined) return null
    const start = at + all.length - written.length
    const length = han === undefined ? written.length : Math.min(LONGEST_HAN, written.length)
    for (let count = length; count > 0; count--) {
      const kind = kindOf(written.slice(0, count), before)
      if (kind !== null) return { word: written.slice(0, count), kind, end: start + count, isHan: han !== undefined }
      if (han === undefined) break
    }
    return null
  }

  function kindOf(word: string, before: Kind | null): Kind | null {
    if (whole.test(word)) return 'noun'
    const isBehindNoun = before === 'noun' || before === 'link'
    if (
      isBehindNoun ? LINKS.has(word) : word === 'of' || (word === 'for' && (before === 'verb' || before === 'command'))
    )
      return 'link'
    if (ARTICLES.has(word)) return 'article'
    if (PRONOUNS.has(word)) return 'pronoun'
    if (COMMANDS.has(word)) return 'command'
    if (VERBS.has(word)) return 'verb'
    return WEAK.has(word) || isStopWord(word) ? 'weak' : null
  }
}

interface Unit {
  readonly word: string
  readonly kind: Kind
  readonly end: number
  readonly isHan: boolean
}

/** A word, or a run of Chinese. */
const UNIT = /[\s,:;!?.、]{0,8}(?:(\p{Script=Han}+)|([^\s,:;!?、\p{Script=Han}]+))/uy

function setOf(words: string): ReadonlySet<string> {
  return new Set(words.split(' '))
}
