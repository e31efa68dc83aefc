import type { Locale } from '../../../shared/locale.ts'

/** Texts of the pages of the icons host beyond `Messages`. `{…}` marks a place that `fill` puts a value into. */
export interface IconsMessages {
  readonly siteName: string
  readonly heading: string
  readonly introduction: string
  readonly searchLabel: string
  readonly searchPlaceholder: string
  readonly filters: string
  readonly filtersActive: string
  readonly showResults: string
  readonly clearFilters: string
  readonly category: string
  readonly style: string
  readonly set: string
  readonly format: string
  readonly all: string
  readonly oneIcon: string
  readonly icons: string
  readonly iconsFor: string
  readonly more: string
  readonly shown: string
  readonly pageOf: string
  readonly previousPage: string
  readonly nextPage: string
  readonly pages: string
  readonly noIcons: string
  readonly noIconsHere: string
  readonly noIconsTip: string
  readonly queryTooLong: string
  readonly try: string
  readonly unavailable: string
  readonly limited: string
  readonly pause: string
  readonly play: string
  readonly replay: string
  readonly close: string
  readonly loading: string
  readonly preview: string
  readonly lottiePlay: string
  readonly lottieFailed: string
  readonly frame: string
  readonly id: string
  readonly size: string
  readonly duration: string
  readonly milliseconds: string
  readonly perSecond: string
  readonly playsOnce: string
  readonly loops: string
  readonly license: string
  readonly author: string
  readonly source: string
  readonly files: string
  readonly download: string
  readonly copyId: string
  readonly copyLink: string
  readonly copyCode: string
  readonly copiedWhat: string
  readonly copyFailed: string
  readonly embed: string
  readonly install: string
  readonly variants: string
  readonly tags: string
  readonly backToIcons: string
  readonly programs: string
  readonly guides: string
  readonly catalog: string
  readonly apiDescription: string
  readonly forAgents: string
  readonly iconNotFound: string
  /** Example queries, each of which finds icons. */
  readonly examples: readonly string[]
  /** Names of categories and styles by id; others keep the catalogue's name. */
  readonly names: Readonly<Record<string, string>>
}

const MESSAGES: Readonly<Record<Locale, IconsMessages>> = {
  en: {
    siteName: 'Signpost Icons',
    heading: 'Animated icons',
    introduction:
      '{icons} icons, {records} counting every style. All of them are animated SVG, many are Lottie too, and all are free to use.',
    searchLabel: 'Search the icons',
    searchPlaceholder: 'Search icons',
    filters: 'Filters',
    filtersActive: 'Filters ({count})',
    showResults: 'Show results',
    clearFilters: 'Clear filters',
    category: 'Category',
    style: 'Style',
    set: 'Set',
    format: 'Format',
    all: 'All',
    oneIcon: '1 icon',
    icons: '{count} icons',
    iconsFor: '{icons} for “{query}”',
    more: 'Show more icons',
    shown: '{shown} of {count} shown',
    pageOf: 'Page {page} of {pages}',
    previousPage: 'Previous page',
    nextPage: 'Next page',
    pages: 'Pages of results',
    noIcons: 'No icon found for “{query}”.',
    noIconsHere: 'No icon has all of these filters.',
    noIconsTip: 'Check the spelling, use a more general word, or search in English, Chinese or Korean.',
    queryTooLong: 'Type at most 200 characters.',
    try: 'Try',
    unavailable: 'The search is busy. Please try again in a moment.',
    limited: 'Many searches in a short time. This one goes on by itself in {seconds} s.',
    pause: 'Pause animations',
    play: 'Play animations',
    replay: 'Play again',
    close: 'Close',
    loading: 'Loading…',
    preview: 'Preview',
    lottiePlay: 'Play in the Lottie player',
    lottieFailed: 'The Lottie preview could not be loaded.',
    frame: 'Frame',
    id: 'Id',
    size: 'Size',
    duration: 'Duration',
    milliseconds: '{count} ms',
    perSecond: '{count} frames a second',
    playsOnce: 'plays once',
    loops: 'loops',
    license: 'Licence',
    author: 'Author',
    source: 'Source',
    files: 'Files',
    download: 'Download {format}',
    copyId: 'Copy the id',
    copyLink: 'Copy the link to {format}',
    copyCode: 'Copy the code for {target}',
    copiedWhat: 'Copied: {text}',
    copyFailed: 'Copying was not allowed. Select the text instead.',
    embed: 'Embed code',
    install: 'Needs the package {package}.',
    variants: 'Other styles',
    tags: 'Found by',
    backToIcons: 'All icons',
    programs: 'For programs and agents',
    guides: 'Guides',
    catalog: 'Catalogue',
    apiDescription: 'API description',
    forAgents: 'Registration of agents',
    iconNotFound: 'No icon has this id. It may be misspelt: search for it, or look through all icons.',
    examples: ['rain', 'loading', 'arrow', 'trash', 'heart', 'moon'],
    names: {},
  },
  zh: {
    siteName: 'Signpost 图标',
    heading: '动态图标',
    introduction: '{icons} 个图标，计入各种样式共 {records} 个。全部为动态 SVG，许多还提供 Lottie，均可免费使用。',
    searchLabel: '搜索图标',
    searchPlaceholder: '搜索图标',
    filters: '筛选',
    filtersActive: '筛选（{count}）',
    showResults: '显示结果',
    clearFilters: '清除筛选',
    category: '分类',
    style: '样式',
    set: '图标集',
    format: '格式',
    all: '全部',
    oneIcon: '1 个图标',
    icons: '{count} 个图标',
    iconsFor: '“{query}”：{icons}',
    more: '显示更多图标',
    shown: '已显示 {shown} 个，共 {count} 个',
    pageOf: '第 {page} 页，共 {pages} 页',
    previousPage: '上一页',
    nextPage: '下一页',
    pages: '结果分页',
    noIcons: '没有找到与“{query}”相关的图标。',
    noIconsHere: '没有图标同时符合这些筛选条件。',
    noIconsTip: '请检查拼写，换一个更宽泛的词，或用英文、中文、韩文搜索。',
    queryTooLong: '请输入不超过 200 个字符。',
    try: '试试',
    unavailable: '搜索服务繁忙，请稍后再试。',
    limited: '短时间内搜索次数过多，{seconds} 秒后将自动继续。',
    pause: '暂停动画',
    play: '播放动画',
    replay: '重新播放',
    close: '关闭',
    loading: '正在加载…',
    preview: '预览',
    lottiePlay: '用 Lottie 播放器播放',
    lottieFailed: '无法加载 Lottie 预览。',
    frame: '帧',
    id: 'ID',
    size: '尺寸',
    duration: '时长',
    milliseconds: '{count} 毫秒',
    perSecond: '每秒 {count} 帧',
    playsOnce: '播放一次',
    loops: '循环播放',
    license: '许可证',
    author: '作者',
    source: '来源',
    files: '文件',
    download: '下载 {format}',
    copyId: '复制 ID',
    copyLink: '复制 {format} 链接',
    copyCode: '复制 {target} 代码',
    copiedWhat: '已复制：{text}',
    copyFailed: '浏览器不允许复制，请手动选择文本。',
    embed: '嵌入代码',
    install: '需要安装 {package} 包。',
    variants: '其他样式',
    tags: '搜索词',
    backToIcons: '全部图标',
    programs: '面向程序和智能体',
    guides: '指南',
    catalog: '目录文件',
    apiDescription: 'API 说明',
    forAgents: '智能体注册',
    iconNotFound: '没有此 ID 的图标，可能拼写有误。请搜索，或浏览全部图标。',
    examples: ['雨', '加载', '箭头', '删除', '心', '月亮'],
    names: {
      account: '账户',
      alerts: '提醒',
      arrows: '箭头',
      astronomy: '天文',
      automotive: '汽车',
      clouds: '云',
      communication: '通信',
      editing: '编辑',
      emoji: '表情',
      'extreme-weather': '极端天气',
      files: '文件和文件夹',
      'food-and-drink': '餐饮',
      home: '智能家居',
      interface: '界面',
      loading: '加载',
      maps: '地图',
      navigation: '导航',
      social: '社交',
      technology: '科技',
      temperature: '温度',
      thunderstorms: '雷暴',
      time: '时间',
      uv: '紫外线指数',
      weather: '天气',
      'weather-warnings': '天气预警',
      animals: '动物',
      buildings: '建筑和场所',
      charts: '图表',
      development: '开发',
      education: '教育',
      finance: '金融',
      games: '游戏和运动',
      hands: '手和手势',
      health: '健康',
      household: '家居用品',
      layout: '布局',
      media: '媒体',
      nature: '自然',
      science: '科学',
      security: '安全',
      shapes: '形状',
      shopping: '购物',
      symbols: '符号',
      text: '文字',
      tools: '工具',
      transport: '交通',
      wind: '风',
      fill: '填充',
      flat: '扁平',
      line: '线条',
      monochrome: '单色',
    },
  },
  ko: {
    siteName: 'Signpost 아이콘',
    heading: '움직이는 아이콘',
    introduction:
      '아이콘 {icons}개, 모든 스타일을 합하면 {records}개입니다. 모두 움직이는 SVG이고 다수는 Lottie로도 제공되며 무료로 쓸 수 있습니다.',
    searchLabel: '아이콘 검색',
    searchPlaceholder: '아이콘 검색',
    filters: '필터',
    filtersActive: '필터 ({count})',
    showResults: '결과 보기',
    clearFilters: '필터 지우기',
    category: '분류',
    style: '스타일',
    set: '세트',
    format: '형식',
    all: '전체',
    oneIcon: '아이콘 1개',
    icons: '아이콘 {count}개',
    iconsFor: '“{query}”: {icons}',
    more: '아이콘 더 보기',
    shown: '{count}개 중 {shown}개 표시',
    pageOf: '{pages}쪽 중 {page}쪽',
    previousPage: '이전 쪽',
    nextPage: '다음 쪽',
    pages: '결과 쪽 이동',
    noIcons: '“{query}”에 맞는 아이콘이 없습니다.',
    noIconsHere: '이 필터에 모두 맞는 아이콘이 없습니다.',
    noIconsTip: '철자를 확인하거나 더 일반적인 낱말을 쓰거나 영어, 중국어, 한국어로 검색해 보세요.',
    queryTooLong: '200자 이하로 입력하세요.',
    try: '추천 검색어',
    unavailable: '검색 요청이 많습니다. 잠시 후 다시 시도하세요.',
    limited: '짧은 시간에 검색을 많이 했습니다. {seconds}초 뒤에 자동으로 이어집니다.',
    pause: '애니메이션 멈춤',
    play: '애니메이션 재생',
    replay: '다시 재생',
    close: '닫기',
    loading: '불러오는 중…',
    preview: '미리 보기',
    lottiePlay: 'Lottie 플레이어로 재생',
    lottieFailed: 'Lottie 미리 보기를 불러오지 못했습니다.',
    frame: '프레임',
    id: 'ID',
    size: '크기',
    duration: '길이',
    milliseconds: '{count}밀리초',
    perSecond: '초당 {count}프레임',
    playsOnce: '한 번 재생',
    loops: '반복 재생',
    license: '라이선스',
    author: '제작자',
    source: '출처',
    files: '파일',
    download: '{format} 내려받기',
    copyId: 'ID 복사',
    copyLink: '{format} 링크 복사',
    copyCode: '{target} 코드 복사',
    copiedWhat: '복사됨: {text}',
    copyFailed: '복사가 허용되지 않았습니다. 텍스트를 직접 선택하세요.',
    embed: '삽입 코드',
    install: '{package} 패키지가 필요합니다.',
    variants: '다른 스타일',
    tags: '검색어',
    backToIcons: '모든 아이콘',
    programs: '프로그램과 에이전트용',
    guides: '가이드',
    catalog: '카탈로그',
    apiDescription: 'API 설명',
    forAgents: '에이전트 등록',
    iconNotFound: '이 ID의 아이콘이 없습니다. 철자를 확인해 검색하거나 모든 아이콘에서 찾아보세요.',
    examples: ['비', '로딩', '화살표', '삭제', '하트', '달'],
    names: {
      account: '계정',
      alerts: '알림',
      arrows: '화살표',
      astronomy: '천문',
      automotive: '자동차',
      clouds: '구름',
      communication: '커뮤니케이션',
      editing: '편집',
      emoji: '이모지',
      'extreme-weather': '극한 날씨',
      files: '파일과 폴더',
      'food-and-drink': '음식과 음료',
      home: '스마트 홈',
      interface: '인터페이스',
      loading: '로딩',
      maps: '지도',
      navigation: '내비게이션',
      social: '소셜',
      technology: '기술',
      temperature: '온도',
      thunderstorms: '뇌우',
      time: '시간',
      uv: '자외선 지수',
      weather: '날씨',
      'weather-warnings': '기상 특보',
      animals: '동물',
      buildings: '건물과 장소',
      charts: '차트',
      development: '개발',
      education: '교육',
      finance: '금융',
      games: '게임과 스포츠',
      hands: '손과 제스처',
      health: '건강',
      household: '생활용품',
      layout: '레이아웃',
      media: '미디어',
      nature: '자연',
      science: '과학',
      security: '보안',
      shapes: '도형',
      shopping: '쇼핑',
      symbols: '기호',
      text: '텍스트',
      tools: '도구',
      transport: '교통',
      wind: '바람',
      fill: '채움',
      flat: '플랫',
      line: '선',
      monochrome: '단색',
    },
  },
}

export function iconsMessagesFor(locale: Locale): IconsMessages {
  return MESSAGES[locale]
}

/** Writes the named texts as JSON for a script of the page. */
export function textsFor(names: readonly (keyof IconsMessages)[], messages: IconsMessages): string {
  return JSON.stringify(Object.fromEntries(names.map((name) => [name, messages[name]])))
}

/** Gives the name of a category or style for people. */
export function nameOf(id: string, title: string, messages: IconsMessages): string {
  return messages.names[id] ?? title
}
