import { FALLBACK_LOCALE, type Locale } from '../../shared/locale.ts'
import type { Content, ContentPage, LocaleContent } from '../content.ts'
import { shownSections } from '../nav.ts'
import type { NavPage, NavSection } from '../page.ts'
import { pageUrl } from '../paths.ts'
import { createSlugger } from '../slug.ts'
import { writeBlockLines } from './block-lines.ts'
import type { Block, Inline } from './page-model.ts'
import { toMarkdown } from './to-markdown.ts'

/** Entries of one section that the page lists; the navigation has all. */
const ENTRY_LIMIT = 12
const SECTION_LIMIT = 100

const TITLES = { en: 'Home', zh: '首页', ko: '홈' } as const satisfies Record<Locale, string>

/**
 * Content in which each language has a page at its own address: one of what its sections have, where there is no file for it.
 * A language without a home has that of English, if an author wrote one.
 *
 * @param isTaken whether the address leads elsewhere already
 */
export function withHomes(content: Content, isTaken: (locale: Locale) => boolean): Content {
  const hasHome = (locale: Locale): boolean => content.locales.get(locale)?.pages[0]?.path === ''
  const locales = new Map(
    [...content.locales].map(([locale, read]) => {
      const isThere = hasHome(locale) || hasHome(FALLBACK_LOCALE) || isTaken(locale)
      return [locale, isThere ? read : { ...read, pages: [makeHome(locale, read), ...read.pages] }]
    }),
  )
  return { ...content, locales }
}

/** Whether a page is a home that no author wrote. */
export function isMade({ file }: Pick<ContentPage, 'file'>): boolean {
  return file === ''
}

function makeHome(locale: Locale, { description, nav, title }: LocaleContent): ContentPage {
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
    markdown: toMarkdown(blocks),
    sections: [],
    blockLines: writeBlockLines(blocks),
  }
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
