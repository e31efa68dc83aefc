// Words that people put around the thing that they look for, in the three languages. They are removed piece by piece from
// both ends, so that `please show me an icon for delete` leaves `delete`. Verbs that are also icons (search, display) are
// removed only if the following words show that they are verbs.

/** Patterns that are removed repeatedly from the beginning. */
export const LEADING: readonly RegExp[] = [
  /^(?:please(?! wait)|hi|hello|hey|okay?|and|also|now|then)[\s,]+/,
  /^(?:can|could|would|will) you\s+/,
  /^can i (?:have|get|see)\s+/,
  /^(?:i|we)(?:'d| would) like(?: to (?:have|see|find|get|use))?\s+/,
  /^(?:i|we) (?:need|want)(?: to (?:have|see|find|get|use))?\s+/,
  /^(?:i'm|i am|we're|we are) (?:looking|searching) for\s+/,
  /^(?:looking for|look for|look up|search for|searching for|find|recommend|suggest)\s+/,
  /^(?:show|give|get|bring|list) (?:me|us)\s+/,
  /^(?:show|get|list|browse|search|use)\s+(?=(?:an?|the|some|any|all|every|animated|icons?)\b)/,
  /^(?:which|what|any|all|some|an?|the|me|us|every)\s+(?=\S)/,
  /^(?:are there|is there|do you have|have you got)\s+/,
  /^(?:animated\s+)?(?:icons?|animations?|symbols?)\s+(?:(?:are|is) there\s+)?(?:for|of|about|with|like|named|called|showing|meaning|representing|to (?:show|mean|represent|indicate)|(?:that|which) (?:shows?|means?|represents?|looks? like))\s+/,
  /^animated\s+(?=\S)/,
  /^(?:请问|请|麻烦你?|帮我|帮忙|给我|替我|我想要|我想|我要|我需要|我在)(?:查找|搜索|寻找|查询|查看|显示|展示|列出|推荐|浏览|获取|找|搜|查|看)?(?:一下|一个|一些|几个)?\s*/,
  /^(?:查找|搜索|寻找|查询|查看|显示|展示|列出|推荐|浏览|获取|找|搜|查|看|需要|想要|来)(?:一下|一个|一些|几个|个|所有的?|全部的?|\s)+/,
  /^(?:有没有|有哪些)\s*/,
  /^有(?=.+[吗么]$)/,
  /^(?:一个|一些|几个|所有的?|全部的?)\s*/,
  /^(?:关于|表示|用于)\s*(?=.)/,
  /^(?:혹시|그럼|모든|움직이는|애니메이션)\s+(?=\S)/,
]

/** Patterns that are removed repeatedly from the end. */
export const TRAILING: readonly RegExp[] = [
  /(?:^|[\s,]+)(?:please|thanks|thank you)$/,
  /(?:^|\s+)do you have$/,
  /(?:^|\s+)(?:animated\s+)?(?:icons?|animations?|symbols?|pictograms?)$/,
  /\s*(?:吗|呢|吧|么|谢谢)$/,
  /\s*(?:列表|大全|有哪些)$/,
  /\s*的?\s*(?:动画|动态|动效)?\s*(?:图标|icons?)$/,
  /(?<=.)的?(?:动画|动效)$/,
  /\s*(?:좀\s*)?(?:찾아|보여|검색해|추천해|알려|골라|가져다)\s?(?:줘|주세요|줄래|봐)요?$/,
  /\s*(?:이|가)?\s*(?:있나요|있어요?|있습니까|필요해요?|필요합니다|주세요|찾고 있어요?|찾습니다|찾아요?)$/,
  /\s*(?:애니메이션\s*)?아이콘들?(?:을|를|이|가|은|는|도)?(?:\s*(?:목록|모두|전부))?$/,
  /\s*(?:에 대한|[을를] 위한|[을를] 나타내는|[을를] 뜻하는|관련된?|모양의?)$/,
  /(?<=\S)용$/,
]

/** The word for icon at the end, which remains of `search icon` when `search` was no command. */
export const ICON_WORD_AT_END = /\s*(?:的?图标|아이콘|\bicons?)$/

/** Requests for icons in general. */
export const ALL_ICONS = /\b(?:icons|all)\b|所有|全部|列表|哪些|列出|모든|목록|전부/

/** Questions about how something is done, which never ask for an icon. */
export const HOW_TO =
  /\bhow (?:do|does|can|could|should|would|to|many|much|often)\b|怎么|怎样|如何|怎麼|多少|어떻게|방법|하려면/

/** Words for guides. They ask for a guide unless the icon of a guide is meant. */
export const GUIDE_WORD =
  /\b(?:guides?|docs|documentation|tutorials?|manuals?)\b|指南|文档|教程|手册|가이드|문서|튜토리얼|설명서|안내서/
const GUIDE_WORDS_EVERYWHERE = new RegExp(GUIDE_WORD.source, 'g')

export const GUIDE_AS_PICTURE =
  /(?:\b(?:guides?|docs|documentation|tutorials?|manuals?)|指南|文档|教程|手册|문서|튜토리얼|설명서|안내서)\s*的?\s*(?:\bicons?\b|图标|아이콘)|\bicons? (?:for|of) (?:an? |the )?(?:guides?|docs|documentation|tutorials?|manuals?)$/

/** Requests for help. `help` alone is not among them, since there is an icon of it. */
export const HELP =
  /^(?:hi|hello|hey|who are you|what (?:can|do) you do|你好|您好|你是谁|你(?:能|会|可以)做什么|안녕(?:하세요)?|(?:뭘|무엇을) 할 수 있(?:어|어요|나요|니)|누구(?:야|세요|니))$/

/** Patterns around a question for a guide. */
export const GUIDE_LEADING: readonly RegExp[] = [
  /^(?:please|hi|hello|hey|and|also|now)[\s,]+/,
  /^(?:can|could|would|will) you\s+/,
  /^(?:show|give|get|tell|open|read|find|list|search|search for|look for|look up|explain|i need|i want)(?: (?:me|us))?\s+/,
  /^(?:how (?:do|does|can|could|should|would)(?: (?:i|we|you|one|it|they))?|how to|how)\s+/,
  /^(?:is there|are there|do you have|what|which)\s+/,
  /^(?:an?|the|some|any|all|your)\s+/,
  /^(?:guides?|docs|documentation|tutorials?|manuals?)(?:\s+(?:on|for|about|to|of|named|called))?(?:\s+|$)/,
  /^(?:请问|请|帮我|给我|我想|我要)\s*/,
  /^(?:阅读|读|打开|查看|查找|显示|列出|有没有|有哪些|关于|怎么|怎样|如何|我该)\s*/,
]
export const GUIDE_TRAILING: readonly RegExp[] = [
  /(?:^|[\s,]+)(?:please|thanks)$/,
  /(?:^|\s+)(?:(?:are|is) there|do you have|works?)$/,
  /(?:^|\s+)(?:guides?|docs|documentation|tutorials?|manuals?)$/,
  /\s*的?(?:指南|文档|教程|手册)(?:吗|呢|列表)?$/,
  /\s*(?:어떻게 (?:하나요|해요?|합니까|하지)|하는 방법|방법)(?:을|은|이)?$/,
  /\s*(?:좀\s*)?(?:읽어|찾아|보여|알려)\s?(?:줘|주세요|줄래|봐)요?$/,
  /\s*(?:가이드|문서|튜토리얼|설명서|안내서)(?:를|을|가|이)?(?:\s*(?:목록|모두))?$/,
  /\s*(?:에 대한|에 관한|관련)$/,
]

/** Number of rounds, which bounds the cost of a text that consists of such words. No real text needs more. */
const ROUNDS_LIMIT = 12

/** Removes the patterns until none matches. */
export function strip(text: string, patterns: readonly RegExp[]): string {
  let left = text.trim()
  for (let round = 0; round < ROUNDS_LIMIT; round++) {
    const before = left
    for (const pattern of patterns) left = left.replace(pattern, '').trim()
    if (left === before) break
  }
  return left
}

export function withoutGuideWords(text: string): string {
  return text.replace(GUIDE_WORDS_EVERYWHERE, ' ').replace(/\s+/g, ' ').trim()
}
