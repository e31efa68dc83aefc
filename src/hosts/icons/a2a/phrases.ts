import type { Locale } from '../../../shared/locale.ts'
import type { Unmet } from './understand.ts'

/** Texts of the agent around records. `total` and `shown` are counts; `query` is '' for everything. */
export interface Phrases {
  found(noun: 'icon' | 'guide', query: string, total: number, shown: number): string
  noIcons(query: string): string
  nearest(query: string): string
  noGuides(query: string): string
  readonly otherStyles: string
  readonly otherIcons: string
  readonly noSuchIcon: string
  readonly noSuchGuide: string
  readonly help: string
  /** The values of the filters. */
  readonly known: string
  /** What is said of each wish that is not met. `{value}` is what was asked for, and `{known}` what there is. */
  readonly unmet: Readonly<Record<Unmet['name'] | 'file', string>>
}

const EN: Phrases = {
  found(noun, query, total, shown) {
    const match = query && ` ${total === 1 ? 'matches' : 'match'} “${query}”`
    return `${total} ${noun}${total === 1 ? '' : 's'}${match}${shown < total ? `. Here are ${shown}` : ''}:`
  },
  noIcons: (query) =>
    `No icon${query && ` matches “${query}”`}. Try another word for what the icon shows, or fewer filters.`,
  nearest: (query) => `No icon matches “${query}”. Nearest:`,
  noGuides: (query) => `No guide${query && ` matches “${query}”`}.`,
  otherStyles: 'Other styles',
  otherIcons: 'Other icons that match',
  noSuchIcon: 'No icon has this id. Ask for icons by what they show to find its id.',
  noSuchGuide: 'No guide has this slug. Ask which guides there are.',
  help: 'I find animated icons, give the code to embed them, and find guides to using them. You can ask, for example:',
  known: 'Categories: {category}.\nStyles: {style}.\nSets: {set}.\nFormats: {format}.',
  unmet: {
    category: 'There is no category “{value}”. Categories: {known}.',
    style: 'There is no style “{value}”. Styles: {known}.',
    set: 'There is no set “{value}”. Sets: {known}.',
    format: 'There are no files in “{value}”. Formats: {known}.',
    colour: 'Icons are not found by colour (“{value}”). The address of a file in one colour takes it: ?color=e11d48.',
    size: 'Icons are not found by size (“{value}”). The address of an SVG file takes it in pixels: ?size=64.',
    limit: 'An answer has at most 100 icons, not {value}. A data part with "offset" gives the next.',
    target: 'There is no code for “{value}”. This HTML can be used there.',
    words: 'I did not answer this: “{value}”.',
    file: 'This icon has no file for {value}. Ask for one of {known}.',
  },
}

const ZH: Phrases = {
  found(noun, query, total, shown) {
    const [name, unit] = noun === 'icon' ? ['图标', '个'] : ['指南', '篇']
    const rest = shown < total ? `，以下是 ${shown} ${unit}` : ''
    return `${query && `与“${query}”相符的`}${name}共有 ${total} ${unit}${rest}：`
  },
  noIcons: (query) => `没有${query && `与“${query}”相符的`}图标。请换一个词描述图标的内容，或减少筛选条件。`,
  nearest: (query) => `没有与“${query}”相符的图标。最接近的有：`,
  noGuides: (query) => `没有${query && `与“${query}”相符的`}指南。`,
  otherStyles: '其他样式',
  otherIcons: '其他相符的图标',
  noSuchIcon: '没有使用此 id 的图标。可以按图标的内容查找它的 id。',
  noSuchGuide: '没有使用此 slug 的指南。可以询问有哪些指南。',
  help: '我可以查找动画图标、给出嵌入图标的代码，并查找使用这些图标的指南。例如，可以这样问：',
  known: '类别：{category}。\n样式：{style}。\n图标集：{set}。\n格式：{format}。',
  unmet: {
    category: '没有类别“{value}”。可用的类别：{known}。',
    style: '没有样式“{value}”。可用的样式：{known}。',
    set: '没有图标集“{value}”。可用的图标集：{known}。',
    format: '没有“{value}”格式的文件。可用的格式：{known}。',
    colour: '不能按颜色（“{value}”）查找图标。单色文件的地址可以加上颜色：?color=e11d48。',
    size: '不能按大小（“{value}”）查找图标。SVG 文件的地址可以加上像素数：?size=64。',
    limit: '一次最多回答 100 个图标，而不是 {value} 个。在数据部分中用 "offset" 可以取得后面的图标。',
    target: '没有“{value}”的代码。这段 HTML 可以在那里使用。',
    words: '这一部分没有回答：“{value}”。',
    file: '此图标没有 {value} 所需的文件。可以改用：{known}。',
  },
}

const KO: Phrases = {
  found(noun, query, total, shown) {
    const name = noun === 'icon' ? '아이콘이' : '가이드가'
    return `${query && `“${query}”에 해당하는 `}${name} ${total}개 있습니다${shown < total ? `. 그중 ${shown}개입니다` : ''}:`
  },
  noIcons: (query) =>
    `${query && `“${query}”에 해당하는 `}아이콘이 없습니다. 아이콘의 내용을 다른 말로 설명하거나 필터를 줄여 보세요.`,
  nearest: (query) => `“${query}”에 해당하는 아이콘이 없습니다. 가장 가까운 아이콘:`,
  noGuides: (query) => `${query && `“${query}”에 해당하는 `}가이드가 없습니다.`,
  otherStyles: '다른 스타일',
  otherIcons: '해당하는 다른 아이콘',
  noSuchIcon: '이 id의 아이콘이 없습니다. 아이콘의 내용으로 검색하면 id를 찾을 수 있습니다.',
  noSuchGuide: '이 slug의 가이드가 없습니다. 어떤 가이드가 있는지 물어보세요.',
  help: '움직이는 아이콘을 찾고, 넣을 코드를 드리고, 사용 가이드를 찾아 드립니다. 예를 들어 이렇게 물어보세요:',
  known: '카테고리: {category}.\n스타일: {style}.\n세트: {set}.\n형식: {format}.',
  unmet: {
    category: '“{value}” 카테고리가 없습니다. 카테고리: {known}.',
    style: '“{value}” 스타일이 없습니다. 스타일: {known}.',
    set: '“{value}” 세트가 없습니다. 세트: {known}.',
    format: '“{value}” 형식의 파일이 없습니다. 형식: {known}.',
    colour: '색(“{value}”)으로는 아이콘을 찾을 수 없습니다. 단색 파일의 주소에 색을 붙일 수 있습니다: ?color=e11d48.',
    size: '크기(“{value}”)로는 아이콘을 찾을 수 없습니다. SVG 파일의 주소에 픽셀 수를 붙일 수 있습니다: ?size=64.',
    limit:
      '한 번에 아이콘 100개까지 답합니다({value}개는 안 됩니다). 데이터 파트의 "offset"으로 다음 아이콘을 받을 수 있습니다.',
    target: '“{value}”용 코드는 없습니다. 이 HTML을 거기에서 쓸 수 있습니다.',
    words: '이 부분에는 답하지 않았습니다: “{value}”.',
    file: '이 아이콘에는 {value}에 쓸 파일이 없습니다. 쓸 수 있는 것: {known}.',
  },
}

export const PHRASES: Readonly<Record<Locale, Phrases>> = { en: EN, zh: ZH, ko: KO }
