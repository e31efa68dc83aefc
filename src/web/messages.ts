import type { Locale } from '../shared/locale.ts'

/** Names of the languages in themselves. */
export const LANGUAGE_NAMES: Readonly<Record<Locale, string>> = { en: 'English', zh: '中文', ko: '한국어' }

/** Texts of the user interface. `{…}` marks a place that `fill` puts a value into. */
export interface Messages {
  readonly skipToContent: string
  readonly home: string
  readonly documentation: string
  readonly menu: string
  readonly close: string
  readonly language: string
  readonly onThisPage: string
  readonly breadcrumbs: string
  readonly copyPage: string
  /** Names the menu with what a reader can do with the page in other programs. */
  readonly assistants: string
  readonly openIn: string
  readonly connectTo: string
  readonly mcpServer: string
  /** The question with which an assistant is opened. */
  readonly askAbout: string
  readonly siteLinks: string
  /** Name of the menu with the links that do not fit into the header. */
  readonly moreLinks: string
  readonly editPage: string
  /** Names the own page of a group that has the same name. */
  readonly overview: string
  readonly pagesLeftOut: string
  readonly previous: string
  readonly next: string
  readonly pageTurns: string
  readonly updated: string
  readonly viewMarkdown: string
  readonly feedbackQuestion: string
  readonly feedbackYes: string
  readonly feedbackNo: string
  readonly feedbackThanks: string
  readonly shownInEnglish: string
  /** Names the switch of versions, and the version that is shown. */
  readonly versions: string
  readonly versionShown: string
  /** Said on pages of versions that are older, or newer, than the default one. */
  readonly olderVersion: string
  readonly unreleasedVersion: string
  /** Links to the same page of the default version, or to its beginning. */
  readonly samePageIn: string
  readonly startOf: string
  readonly headingLink: string
  readonly table: string
  readonly copy: string
  readonly copied: string
  /** Names a diagram whose source is shown, and the link of an image to its file. */
  readonly diagramSource: string
  readonly viewImage: string
  readonly taskDone: string
  readonly taskOpen: string
  readonly theme: string
  readonly themeSystem: string
  readonly themeLight: string
  readonly themeDark: string
  readonly note: string
  readonly tip: string
  readonly warning: string
  /** Marks of a field: it must be given, it will go, and the value that holds without it. */
  readonly required: string
  readonly deprecated: string
  readonly initial: string
  readonly search: string
  readonly searchLabel: string
  readonly searchTitle: string
  readonly searchHint: string
  readonly searchLength: string
  readonly searchUnavailable: string
  readonly oneResult: string
  readonly results: string
  readonly noResults: string
  readonly resultsInEnglish: string
  readonly allResults: string
  readonly firstResults: string
  /** Names the links to the results of one section, and the link to those of all. */
  readonly sections: string
  readonly allSections: string
  readonly notFoundTitle: string
  readonly notFoundText: string
  readonly nearPages: string
  readonly searchFor: string
}

const MESSAGES: Readonly<Record<Locale, Messages>> = {
  en: {
    skipToContent: 'Skip to content',
    home: 'Home',
    documentation: 'Documentation',
    menu: 'Menu',
    close: 'Close',
    language: 'Language',
    onThisPage: 'On this page',
    breadcrumbs: 'Breadcrumbs',
    copyPage: 'Copy page',
    assistants: 'Assistants',
    openIn: 'Open in {name}',
    connectTo: 'Connect {name}',
    mcpServer: 'MCP server',
    askAbout: 'Read {url}, I want to ask questions about it.',
    siteLinks: 'Site',
    moreLinks: 'More',
    editPage: 'Edit this page',
    overview: 'Overview',
    pagesLeftOut: '{count} more pages: use the search',
    previous: 'Previous',
    next: 'Next',
    pageTurns: 'Previous and next page',
    updated: 'Updated {date}',
    viewMarkdown: 'View as Markdown',
    feedbackQuestion: 'Was this page helpful?',
    feedbackYes: 'Yes',
    feedbackNo: 'No',
    feedbackThanks: 'Thank you for your answer.',
    shownInEnglish: 'This page is not translated yet, so it is shown in English.',
    versions: 'Versions',
    versionShown: 'Version: {version}',
    olderVersion: 'You are reading {version}. The newest version is {newest}.',
    unreleasedVersion: 'You are reading {version}, which is not released yet. The newest release is {newest}.',
    samePageIn: 'This page in {newest}',
    startOf: 'Start of {newest}',
    headingLink: 'Link to this section: {title}',
    table: 'Table',
    copy: 'Copy',
    copied: 'Copied',
    diagramSource: 'Diagram, as its source in {language}',
    viewImage: 'View the image in full size',
    taskDone: 'Done',
    taskOpen: 'To do',
    theme: 'Colours',
    themeSystem: 'As the system',
    themeLight: 'Light',
    themeDark: 'Dark',
    note: 'Note',
    tip: 'Tip',
    warning: 'Warning',
    required: 'required',
    deprecated: 'deprecated',
    initial: 'Default:',
    search: 'Search',
    searchLabel: 'Search the documentation',
    searchTitle: 'Search results',
    searchHint: 'Press / to search',
    searchLength: 'Type 2 to 200 characters.',
    searchUnavailable: 'The search is busy. Please try again in a moment.',
    oneResult: '1 result',
    results: '{count} results',
    noResults: 'Nothing found for “{query}”.',
    resultsInEnglish: 'Nothing found in this language. These results are in English.',
    allResults: 'Show all results',
    firstResults: 'The first {shown} of {count} results.',
    sections: 'Sections',
    allSections: 'All sections',
    notFoundTitle: 'Page not found',
    notFoundText: 'There is no page at this address. It may have moved: search for it, or start from the home page.',
    nearPages: 'Were you looking for one of these pages?',
    searchFor: 'Search for “{query}”',
  },
  zh: {
    skipToContent: '跳到正文',
    home: '首页',
    documentation: '文档',
    menu: '目录',
    close: '关闭',
    language: '语言',
    onThisPage: '本页内容',
    breadcrumbs: '当前位置',
    copyPage: '复制本页',
    assistants: 'AI 助手',
    openIn: '在 {name} 中打开',
    connectTo: '连接 {name}',
    mcpServer: 'MCP 服务器',
    askAbout: '请阅读 {url} ，我想就其内容提问。',
    siteLinks: '网站',
    moreLinks: '更多',
    editPage: '编辑本页',
    overview: '概述',
    pagesLeftOut: '另有 {count} 个页面，请使用搜索',
    previous: '上一页',
    next: '下一页',
    pageTurns: '上一页和下一页',
    updated: '更新于 {date}',
    viewMarkdown: '查看 Markdown',
    feedbackQuestion: '本页对您有帮助吗？',
    feedbackYes: '有',
    feedbackNo: '没有',
    feedbackThanks: '感谢您的回答。',
    shownInEnglish: '本页尚未翻译，以下为英文内容。',
    versions: '版本',
    versionShown: '版本：{version}',
    olderVersion: '您正在阅读 {version} 版本的文档，最新版本是 {newest}。',
    unreleasedVersion: '您正在阅读尚未发布的 {version} 版本，最新的正式版本是 {newest}。',
    samePageIn: '查看 {newest} 版本的本页',
    startOf: '前往 {newest} 版本的文档',
    headingLink: '本节链接：{title}',
    table: '表格',
    copy: '复制',
    copied: '已复制',
    diagramSource: '图表，以 {language} 源码显示',
    viewImage: '查看原尺寸图片',
    taskDone: '已完成',
    taskOpen: '待完成',
    theme: '配色',
    themeSystem: '跟随系统',
    themeLight: '浅色',
    themeDark: '深色',
    note: '注意',
    tip: '提示',
    warning: '警告',
    required: '必填',
    deprecated: '已弃用',
    initial: '默认值：',
    search: '搜索',
    searchLabel: '搜索文档',
    searchTitle: '搜索结果',
    searchHint: '按 / 搜索',
    searchLength: '请输入 2 至 200 个字符。',
    searchUnavailable: '搜索服务繁忙，请稍后再试。',
    oneResult: '1 个结果',
    results: '{count} 个结果',
    noResults: '没有找到与“{query}”相关的内容。',
    resultsInEnglish: '没有找到中文内容，以下为英文结果。',
    allResults: '显示全部结果',
    firstResults: '共 {count} 个结果，显示前 {shown} 个。',
    sections: '栏目',
    allSections: '全部栏目',
    notFoundTitle: '找不到页面',
    notFoundText: '该地址没有对应的页面，它可能已被移动。请搜索，或从首页开始浏览。',
    nearPages: '您要找的是这些页面吗？',
    searchFor: '搜索“{query}”',
  },
  ko: {
    skipToContent: '본문으로 건너뛰기',
    home: '홈',
    documentation: '문서',
    menu: '메뉴',
    close: '닫기',
    language: '언어',
    onThisPage: '이 페이지의 내용',
    breadcrumbs: '현재 위치',
    copyPage: '페이지 복사',
    assistants: 'AI 도우미',
    openIn: '{name}에서 열기',
    connectTo: '{name} 연결',
    mcpServer: 'MCP 서버',
    askAbout: '{url} 문서를 읽어 주세요. 그 내용에 대해 질문하려고 합니다.',
    siteLinks: '사이트',
    moreLinks: '더 보기',
    editPage: '이 페이지 편집',
    overview: '개요',
    pagesLeftOut: '{count}개의 페이지가 더 있습니다. 검색을 이용하세요',
    previous: '이전',
    next: '다음',
    pageTurns: '이전 및 다음 페이지',
    updated: '{date} 업데이트',
    viewMarkdown: 'Markdown으로 보기',
    feedbackQuestion: '이 페이지가 도움이 되었나요?',
    feedbackYes: '예',
    feedbackNo: '아니요',
    feedbackThanks: '답변해 주셔서 감사합니다.',
    shownInEnglish: '이 페이지는 아직 번역되지 않아 영어로 표시됩니다.',
    versions: '버전',
    versionShown: '버전: {version}',
    olderVersion: '{version} 버전의 문서를 읽고 있습니다. 최신 버전은 {newest}입니다.',
    unreleasedVersion: '아직 출시되지 않은 {version} 버전의 문서를 읽고 있습니다. 최신 정식 버전은 {newest}입니다.',
    samePageIn: '{newest} 버전에서 이 페이지 보기',
    startOf: '{newest} 버전의 문서로 이동',
    headingLink: '이 섹션으로 연결되는 링크: {title}',
    table: '표',
    copy: '복사',
    copied: '복사됨',
    diagramSource: '다이어그램({language} 소스)',
    viewImage: '이미지를 원래 크기로 보기',
    taskDone: '완료',
    taskOpen: '할 일',
    theme: '색상',
    themeSystem: '시스템 설정',
    themeLight: '밝게',
    themeDark: '어둡게',
    note: '참고',
    tip: '팁',
    warning: '경고',
    required: '필수',
    deprecated: '지원 중단 예정',
    initial: '기본값:',
    search: '검색',
    searchLabel: '문서 검색',
    searchTitle: '검색 결과',
    searchHint: '/ 키를 눌러 검색',
    searchLength: '2자 이상 200자 이하로 입력하세요.',
    searchUnavailable: '검색 요청이 많습니다. 잠시 후 다시 시도하세요.',
    oneResult: '결과 1개',
    results: '결과 {count}개',
    noResults: '“{query}”에 대한 결과가 없습니다.',
    resultsInEnglish: '한국어 결과가 없어 영어 결과를 표시합니다.',
    allResults: '모든 결과 보기',
    firstResults: '결과 {count}개 중 처음 {shown}개입니다.',
    sections: '섹션',
    allSections: '모든 섹션',
    notFoundTitle: '페이지를 찾을 수 없습니다',
    notFoundText: '이 주소에는 페이지가 없습니다. 이동되었을 수 있으니 검색하거나 홈에서 시작하세요.',
    nearPages: '이 페이지를 찾으셨나요?',
    searchFor: '“{query}” 검색',
  },
}

export function messagesFor(locale: Locale): Messages {
  return MESSAGES[locale]
}

/** Puts values into the named places of a message. */
export function fill(message: string, values: Readonly<Record<string, string | number>>): string {
  return message.replace(/\{(\w+)\}/g, (place, name: string) => String(values[name] ?? place))
}
