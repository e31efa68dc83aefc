import { FALLBACK_LOCALE, type Locale } from '../../shared/locale.ts'
import type { LocaleContent } from '../content.ts'
import type { BesideSite } from '../site/site-address.ts'
import type { NavPage, NavSection, Page } from '../page.ts'
import { NO_SERVED_VERSIONS, type ServedVersions } from './served-versions.ts'
import { beginning } from '../../shared/words.ts'
import { markdownUrl } from '../paths.ts'

type ListedContent = Pick<LocaleContent, 'title' | 'description' | 'pages' | 'nav' | 'intro'> &
  Partial<Pick<LocaleContent, 'versionNavs'>>
type LocaleContents = ReadonlyMap<Locale, ListedContent>

/** Maximum number of pages of one section in `/llms.txt`; the locale's own file lists the others. */
const SECTION_LIMIT = 50
/** Size limit of `/llms.txt` and of a locale's own file. */
const INDEX_LIMIT_BYTES = 2 * 1_048_576
const DESCRIPTION_LIMIT_CHARS = 300

interface Words {
  readonly language: string
  readonly title: string
  readonly use: (siteUrl: string, locale: Locale) => string
  /** Names the site beside which Signpost works, where people read the pages. */
  readonly beside: (url: string) => string
  /** Says which version the index lists, and names the others with their indexes. */
  readonly versions: (shown: string, others: string) => string
  readonly more: (pages: number) => string
  readonly leftOut: (pages: number) => string
  /** Heading of the pages that the navigation does not show. */
  readonly aside: string
  /** Says that the language has no page, before the languages that have some. */
  readonly elsewhere: string
}

const WORDS: Record<Locale, Words> = {
  en: {
    language: 'English',
    title: 'Documentation',
    use: (siteUrl, locale) =>
      `Use this index when a question is about a topic below. Every link gives the page as Markdown. To find a page by ` +
      `words, request ${siteUrl}/api/search?locale=${locale}&q= with two or more characters.`,
    beside: (url) => `People read these pages on ${url}.`,
    versions: (shown, others) =>
      `This index lists version ${shown}. Other versions have their own: ${others}. To search one, add &version= and its name.`,
    more: (pages) => `All ${pages} pages of this section`,
    leftOut: (pages) => `${pages} more pages are not listed here. Find them by search.`,
    aside: 'Other pages',
    elsewhere: 'There is no page in English. The documentation is in these languages:',
  },
  zh: {
    language: '中文',
    title: '文档',
    use: (siteUrl, locale) =>
      `当问题涉及以下主题时,请使用本索引。每个链接都以 Markdown 格式给出页面。要按词查找页面,请请求 ` +
      `${siteUrl}/api/search?locale=${locale}&q=,查询至少两个字符。`,
    beside: (url) => `供人阅读的页面位于 ${url}。`,
    versions: (shown, others) =>
      `本索引列出 ${shown} 版本的页面。其他版本的索引:${others}。要搜索某个版本,请加上 &version= 和版本名称。`,
    more: (pages) => `本节全部 ${pages} 个页面`,
    leftOut: (pages) => `另有 ${pages} 个页面未在此列出,请通过搜索查找。`,
    aside: '其他页面',
    elsewhere: '没有中文页面。文档提供以下语言:',
  },
  ko: {
    language: '한국어',
    title: '문서',
    use: (siteUrl, locale) =>
      `아래 주제에 관한 질문이 있을 때 이 색인을 사용하세요. 모든 링크는 페이지를 Markdown으로 제공합니다. 단어로 페이지를 ` +
      `찾으려면 두 글자 이상의 검색어로 ${siteUrl}/api/search?locale=${locale}&q= 를 요청하세요.`,
    beside: (url) => `사람이 읽는 페이지는 ${url} 에 있습니다.`,
    versions: (shown, others) =>
      `이 색인은 ${shown} 버전의 페이지입니다. 다른 버전의 색인: ${others}. 특정 버전을 검색하려면 &version= 과 버전 이름을 추가하세요.`,
    more: (pages) => `이 섹션의 전체 ${pages}개 페이지`,
    leftOut: (pages) => `${pages}개의 페이지는 여기에 나열되지 않았습니다. 검색으로 찾을 수 있습니다.`,
    aside: '기타 페이지',
    elsewhere: '한국어 페이지가 없습니다. 문서는 다음 언어로 제공됩니다:',
  },
}

/**
 * `/llms.txt` in the form of llmstxt.org: the English index with at most 50 pages per section. It links to the index of
 * each locale, which lists all pages. Without any English page it is the index of the first locale that has some.
 * Sections that would make it larger than 2 MiB are left out, and a line states the number of their pages.
 */
export function llmsTxt(
  contents: LocaleContents,
  siteUrl: string,
  beside: BesideSite | null = null,
  versions: ServedVersions = NO_SERVED_VERSIONS,
): string {
  const locale = contents.has(FALLBACK_LOCALE) ? FALLBACK_LOCALE : [...contents.keys()][0]
  if (locale === undefined) return `# ${WORDS.en.title}\n`
  const parts = [head(contents, locale, siteUrl, beside, versions.default, versions)]
  let sizeBytes = Buffer.byteLength(parts[0] as string)
  let leftOut = 0
  for (const section of navOf(contents, locale)) {
    const lines = section.pages.slice(0, SECTION_LIMIT).map((page) => link(page, locale, siteUrl))
    if (section.pages.length > SECTION_LIMIT) {
      lines.push(`- [${WORDS[locale].more(section.pages.length)}](${siteUrl}/${locale}/llms.txt)`)
    }
    const part = `## ${sectionHeading(section, locale)}\n\n${lines.join('\n')}`
    sizeBytes += Buffer.byteLength(part) + 2
    if (sizeBytes > INDEX_LIMIT_BYTES) leftOut += section.pages.length
    else parts.push(part)
  }
  if (leftOut > 0) parts.push(WORDS[locale].leftOut(leftOut))
  // llmstxt.org: content under "Optional" may be skipped when context is short.
  parts.push(`## Optional\n\n- [llms-full.txt](${siteUrl}/llms-full.txt)\n${indexLinks(contents, siteUrl).join('\n')}`)
  return `${parts.join('\n\n')}\n`
}

function indexLinks(contents: LocaleContents, siteUrl: string): string[] {
  return [...contents.keys()].map((locale) => `- [${WORDS[locale].language}](${siteUrl}/${locale}/llms.txt)`)
}

/**
 * `/{locale}/llms.txt`: all pages of the locale, up to 2 MiB; a last line states how many were left out. Where the locale has
 * none, it leads to the indexes of others.
 *
 * @param shown version whose pages are listed, and those without versions; null: the default one
 */
export function localeLlmsTxt(
  contents: LocaleContents,
  locale: Locale,
  siteUrl: string,
  beside: BesideSite | null = null,
  versions: ServedVersions = NO_SERVED_VERSIONS,
  shown: string | null = versions.default,
): string {
  if (!contents.has(locale)) {
    const { elsewhere, title } = WORDS[locale]
    return `# ${title}\n\n${elsewhere}\n\n${indexLinks(contents, siteUrl).join('\n')}\n`
  }
  const lines = [head(contents, locale, siteUrl, beside, shown, versions)]
  let sizeBytes = Buffer.byteLength(lines[0] as string)
  let leftOut = 0
  const nav =
    shown === versions.default ? navOf(contents, locale) : (contents.get(locale)?.versionNavs?.get(shown ?? '') ?? [])
  for (const section of nav) {
    let above = `\n## ${sectionHeading(section, locale)}\n\n`
    for (const page of section.pages) {
      const line = above + link(page, locale, siteUrl)
      sizeBytes += Buffer.byteLength(line) + 1
      if (sizeBytes > INDEX_LIMIT_BYTES) leftOut += 1
      else lines.push(line)
      above = ''
    }
  }
  if (leftOut > 0) lines.push(`\n${WORDS[locale].leftOut(leftOut)}`)
  return `${lines.join('\n')}\n`
}

/** Paths of the pages of `/llms-full.txt`: all English ones that are listed, in reading order. */
export function llmsFullOrder(contents: LocaleContents): string[] {
  const pages = contents.get(FALLBACK_LOCALE)?.pages ?? []
  const listed = new Set(pages.filter(({ unlisted }) => unlisted !== true).map(({ path }) => path))
  const order = ['', ...navOf(contents, FALLBACK_LOCALE).flatMap((section) => section.pages.map(({ path }) => path))]
  return order.filter((path) => listed.has(path))
}

/**
 * `/llms-full.txt`: the Markdown of all English pages in reading order, each under its title and address. It ends
 * before the first page that would make it larger than `limitBytes`, and then states how many pages were left out.
 *
 * @param order see `llmsFullOrder`
 * @param read reads an English page
 */
export async function llmsFullTxt(
  order: readonly string[],
  read: (path: string) => Promise<Pick<Page, 'title' | 'markdown' | 'siteAddress'>>,
  siteUrl: string,
  limitBytes: number,
): Promise<string> {
  const parts: string[] = []
  let sizeBytes = 0
  for (const path of order) {
    const { markdown, siteAddress, title } = await read(path)
    const url = siteAddress ?? markdownUrl(siteUrl, FALLBACK_LOCALE, path)
    const part = `# ${oneLine(title)}\n\nSource: ${url}\n\n${withoutTitle(markdown, title)}\n`
    sizeBytes += Buffer.byteLength(part) + 1
    if (sizeBytes > limitBytes) break
    parts.push(part)
  }
  const leftOut = order.length - parts.length
  if (leftOut > 0) parts.push(`${WORDS.en.leftOut(leftOut)}\n`)
  return parts.join('\n')
}

/** The curated head (`llms.md`) or one made from the home page: title, scope of the documentation, when to use it. */
function head(
  contents: LocaleContents,
  locale: Locale,
  siteUrl: string,
  beside: BesideSite | null,
  shown: string | null,
  versions: ServedVersions,
): string {
  const content = contents.get(locale)
  const intro = content?.intro ?? null
  const words = WORDS[locale]
  const others = otherVersions(versions, shown, locale, siteUrl)
  const versioned = others === '' || shown === null ? [] : [words.versions(shown, others)]
  if (intro?.startsWith('# ')) return [intro, ...versioned].join('\n\n')
  const title = `# ${oneLine(content?.title ?? words.title)}`
  const summary = content?.description ? [`> ${oneLine(content.description)}`] : []
  const published = beside === null ? [] : [words.beside(beside.url)]
  return [title, ...summary, intro ?? words.use(siteUrl, locale), ...versioned, ...published].join('\n\n')
}

/** Links to the indexes of the versions beside one. */
function otherVersions(
  { default: first, versions }: ServedVersions,
  shown: string | null,
  locale: Locale,
  siteUrl: string,
): string {
  const index = `${siteUrl}/${locale}/llms.txt`
  const links = versions
    .filter(({ name }) => name !== shown)
    .map(({ name }) => {
      const address = name === first ? index : `${index}?${new URLSearchParams({ version: name }).toString()}`
      return `[${escaped(name)}](${withoutBrackets(address)})`
    })
  return links.join(', ')
}

function navOf(contents: LocaleContents, locale: Locale): readonly NavSection[] {
  return contents.get(locale)?.nav ?? []
}

/** Heading of a section in an index. */
export function sectionHeading({ name, title }: NavSection, locale: Locale): string {
  return name === '' ? WORDS[locale].aside : oneLine(title)
}

function link(page: NavPage, locale: Locale, siteUrl: string): string {
  const title = escaped(page.title)
  const url = listedUrl(page, locale, siteUrl)
  const description = oneLine(page.description)
  const isLong = description.length > DESCRIPTION_LIMIT_CHARS
  const text = isLong ? `${beginning(description, DESCRIPTION_LIMIT_CHARS).trimEnd()}…` : description
  return `- [${title}](${url})${text === '' ? '' : `: ${text}`}`
}

function withoutTitle(markdown: string, title: string): string {
  const repeated = /^# +([^\n]*)\n*/.exec(markdown)
  return (repeated?.[1]?.trim() === title ? markdown.slice(repeated[0].length) : markdown).trimEnd()
}

/** Address of a page as Markdown, as an index lists it. */
export function listedUrl({ path }: NavPage, locale: Locale, siteUrl: string): string {
  return withoutBrackets(markdownUrl(siteUrl, locale, path))
}

/** Text between the brackets of a link. */
function escaped(text: string): string {
  return oneLine(text).replace(/[[\]\\]/g, '\\$&')
}

/** An address without brackets, which would end the link. */
function withoutBrackets(address: string): string {
  return address.replace(/[()]/g, (bracket) => (bracket === '(' ? '%28' : '%29'))
}

/** Writes white space as single spaces. */
export function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}
