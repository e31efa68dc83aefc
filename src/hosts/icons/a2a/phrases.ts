import type { Locale } from '../../../shared/locale.ts'

/** Texts of the agent around records. `total` and `shown` are counts; `query` is '' for everything. */
export interface Phrases {
  icons(query: string, total: number, shown: number): string
  noIcons(query: string): string
  nearest(query: string): string
  guides(query: string, total: number, shown: number): string
  noGuides(query: string): string
  readonly otherStyles: string
  readonly noSuchIcon: string
  readonly noSuchGuide: string
  readonly help: string
}

const EN: Phrases = {
  icons: (query, total, shown) =>
    `${total} ${total === 1 ? 'icon' : 'icons'}${query && (total === 1 ? ` matches “${query}”` : ` match “${query}”`)}${shown < total ? `. Here are ${shown}` : ''}:`,
  noIcons: (query) =>
    `No icon${query && ` matches “${query}”`}. Try another word for what the icon shows, or fewer filters.`,
  nearest: (query) => `No icon matches “${query}”. Nearest:`,
  guides: (query, total, shown) =>
    `${total} ${total === 1 ? 'guide' : 'guides'}${query && (total === 1 ? ` matches “${query}”` : ` match “${query}”`)}${shown < total ? `. Here are ${shown}` : ''}:`,
  noGuides: (query) => `No guide${query && ` matches “${query}”`}.`,
  otherStyles: 'Other styles',
  noSuchIcon: 'No icon has this id. Ask for icons by what they show to find its id.',
  noSuchGuide: 'No guide has this slug. Ask which guides there are.',
  help: 'I find animated icons and guides to using them. You can ask, for example:',
}

const ZH: Phrases = {
  icons: (query, total, shown) =>
    `${query && `与“${query}”相符的`}图标共有 ${total} 个${shown < total ? `，以下是 ${shown} 个` : ''}：`,
  noIcons: (query) => `没有${query && `与“${query}”相符的`}图标。请换一个词描述图标的内容，或减少筛选条件。`,
  nearest: (query) => `没有与“${query}”相符的图标。最接近的有：`,
  guides: (query, total, shown) =>
    `${query && `与“${query}”相符的`}指南共有 ${total} 篇${shown < total ? `，以下是 ${shown} 篇` : ''}：`,
  noGuides: (query) => `没有${query && `与“${query}”相符的`}指南。`,
  otherStyles: '其他样式',
  noSuchIcon: '没有使用此 id 的图标。可以按图标的内容查找它的 id。',
  noSuchGuide: '没有使用此 slug 的指南。可以询问有哪些指南。',
  help: '我可以查找动画图标以及使用这些图标的指南。例如，可以这样问：',
}

const KO: Phrases = {
  icons: (query, total, shown) =>
    `${query && `“${query}”에 해당하는 `}아이콘이 ${total}개 있습니다${shown < total ? `. 그중 ${shown}개입니다` : ''}:`,
  noIcons: (query) =>
    `${query && `“${query}”에 해당하는 `}아이콘이 없습니다. 아이콘의 내용을 다른 말로 설명하거나 필터를 줄여 보세요.`,
  nearest: (query) => `“${query}”에 해당하는 아이콘이 없습니다. 가장 가까운 아이콘:`,
  guides: (query, total, shown) =>
    `${query && `“${query}”에 해당하는 `}가이드가 ${total}개 있습니다${shown < total ? `. 그중 ${shown}개입니다` : ''}:`,
  noGuides: (query) => `${query && `“${query}”에 해당하는 `}가이드가 없습니다.`,
  otherStyles: '다른 스타일',
  noSuchIcon: '이 id의 아이콘이 없습니다. 아이콘의 내용으로 검색하면 id를 찾을 수 있습니다.',
  noSuchGuide: '이 slug의 가이드가 없습니다. 어떤 가이드가 있는지 물어보세요.',
  help: '움직이는 아이콘과 그 사용 가이드를 찾아 드립니다. 예를 들어 이렇게 물어보세요:',
}

export const PHRASES: Readonly<Record<Locale, Phrases>> = { en: EN, zh: ZH, ko: KO }
