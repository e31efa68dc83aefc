import { FALLBACK_LOCALE, type Locale } from '../../shared/locale.ts'
import type { Content, ContentPage, LocaleContent } from '../content.ts'
import { shownSections } from '../nav.ts'
import type { NavPage, NavSection } from '../page.ts'
import { pageUrl } from '../paths.ts'
import { createSlugger } from '../slug.ts'
import { writeBlockLines } from '../model/block-lines.ts'
import type { Block, Inline } from '../model/page-model.ts'
import { toMarkdown } from '../model/to-markdown.ts'

/** Entries of one section that the page lists; the navigation has all. */
const ENTRY_LIMIT = 12
const SECTION_LIMIT = 100

const TITLES = { en: 'Home', zh: '首页', ko: '홈' } as const satisfies Record<Locale, string>

/**
 * Content in which each language has a page at its own address that says something. Where a program of the site makes the home
 * page, or there is none, it lists what the sections have. A language without a home has that of English, if an author wrote one.
 *
 * @param isTaken whether the address leads elsewhere already
 */
export function withHomes(content: Content, isTaken: (locale: Locale) => boolean): Content {
  const homeOf = (locale: Locale): ContentPage | null => {
    const first = content.locales.get(locale)?.pages[0]
    return first?.path === '' ? first : null
  }
  const english = homeOf(FALLBACK_LOCALE)
  const locales = new Map(
    [...content.locales].map(([locale, read]): [Locale, LocaleContent] => {
      const own = homeOf(locale)
      if (own !== null) return [locale, isEmpty(own) ? withPages(read, fillHome(own, read), read.pages.slice(1)) : read]
      const isThere = (english !== null && !isEmpty(english)) || isTaken(locale)
      return [locale, isThere ? read : withPages(read, makeHome(locale, read), read.pages)]
    }),
  )
  return { ...content, locales }
}

/** Whether a page is a home that no author wrote. */
export function isMade({ file }: Pick<ContentPage, 'file'>): boolean {
  return file === ''
}

function withPages(read: LocaleContent, home: ContentPage, others: readonly ContentPage[]): LocaleContent {
  return { ...read, pages: [home, ...others] }
}

/** Whether a page has neither a heading nor a text nor an image. */
function isEmpty({ blockLines, sections }: ContentPage): boolean {
  const isSilent = sections.every(({ heading, text }) => heading === '' && text.trim() === '')
  return isSilent && !blockLines.includes('"kind":"image"')
}

/** The home page of an author whose components say all, with what the sections have below its title. */
function fillHome(home: ContentPage, read: LocaleContent): ContentPage {
  return { ...home, splash: false, ...contentOf(home.locale, read) }
}

function makeHome(locale: Locale, read: LocaleContent): ContentPage {
  const { description, title } = read
  return {
    label: null,
    navPath: null,
    file: '',
    locale,
    path: '',
    address: null,
    title: title ?? TITLES[locale],
    description,
    section: '',
    updatedAt: null,
    sections: [],
    ...contentOf(locale, read),
  }
}

/** The summary of the documentation, the pages of its sections, and its pages outside of sections. */
function contentOf(locale: Locale, { description, nav }: LocaleContent): Pick<ContentPage, 'blockLines' | 'markdown'> {
  const sections = shownSections(nav)
  const lead: Block[] = description === null ? [] : [paragraph(description)]
  const slugs = createSlugger('github')
  const alone = sections.filter(({ pages }) => pages.length === 1)
  const lists = sections
    .filter(({ pages }) => pages.length > 1)
    .slice(0, SECTION_LIMIT)
    .flatMap((section): Block[] => [
      { kind: 'heading', level: 2, id: slugs.next(section.name), content: [section.title] },
      linkList(entriesOf(section), locale),
    ])
  const single = alone.slice(0, SECTION_LIMIT).flatMap(({ pages }) => pages)
  const blocks = [...lead, ...lists, ...(single.length === 0 ? [] : [linkList(single, locale)])]
  return { markdown: toMarkdown(blocks), blockLines: writeBlockLines(blocks) }
}

/** Pages of a section, and its groups by their first pages. */
function entriesOf({ groups = [], pages }: NavSection): NavPage[] {
  const entries: NavPage[] = []
  for (let at = 0; at < pages.length && entries.length < ENTRY_LIMIT;) {
    const page = pages[at]!
    const group = groups.find((each) => each.at === at)
    entries.push(group === undefined ? page : { ...page, title: group.title, description: '' })
    at += group?.count ?? 1
  }
  return entries
}

function linkList(pages: readonly NavPage[], locale: Locale): Block {
  return {
    kind: 'list',
    start: null,
    loose: false,
    items: pages.map(({ description, path, title }) => {
      const link: Inline = { kind: 'link', target: pageUrl('', locale, path), title: null, content: [title] }
      return { done: null, blocks: [paragraph(link, ...(description === '' ? [] : [`: ${description}`]))] }
    }),
  }
}

function paragraph(...content: Inline[]): Block {
  return { kind: 'paragraph', content }
}
