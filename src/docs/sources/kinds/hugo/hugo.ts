import { emojiAt } from '../../expansion/emoji.ts'
import { FALLBACK_LOCALE, type Locale } from '../../../../shared/locale.ts'
import { splitFrontMatter, type Fields } from '../../../front-matter.ts'
import type { SlugStyle } from '../../../slug.ts'
import { isMarkdown } from '../../../addresses.ts'
import { withLowerNames } from '../../config/parse-config.ts'
import { excludedBy, isUnsearched } from '../../excluded.ts'
import { folderKey } from '../../source.ts'
import type { FolderInfo, LeftOut, Place, Source, SourceFolder, SourceKind } from '../../source.ts'
import { isFalse, isMarked, isTrue, lowered, number, record, text, texts } from '../../values.ts'
import { addressOf, dateOf } from './address.ts'
import { bundleParts } from './bundle-parts.ts'
import { readCascades } from './cascades.ts'
import { basePathOf, isDocsy, isHugo, readHugoConfig, type HugoConfig } from './config.ts'
import { bundleFolders, contentReader, contentRoots, readLanguages } from './content.ts'
import { headingText, hugoMarkdown } from './markdown.ts'
import { shortcodeSite } from './site.ts'

export const hugo: SourceKind = { name: 'hugo', recognises: isHugo, open: openHugo }

const SLUGS: ReadonlyMap<string, SlugStyle> = new Map([
  ['github-ascii', 'hugo-ascii'],
  ['blackfriday', 'blackfriday'],
])
/** Attributes behind a heading: `{#id .class key="value"}`. */
const ATTRIBUTES = /(?<![{\\])\{([#.][^{}]*|[\w-]+=[^{}]*)\}$/
const HTML = /\.html?$/i
/** Pages without a weight follow those with one, the latest first, as in Hugo's lists. */
const UNWEIGHTED = 1e12

function openHugo(folder: SourceFolder): Source {
  const config = readHugoConfig(folder)
  const languages = readLanguages(config, folder)
  const roots = contentRoots(config, languages, folder)
  const contentOf = contentReader(roots, languages)
  const isPartOfBundle = bundleFolders(folder)
  const parts = bundleParts(folder, contentOf, isPartOfBundle)
  const folders = new Map<string, FolderInfo>()
  const cascades = readCascades(config)
  readSections()
  const site = shortcodeSite({ config, folder, roots, languages, contentOf, cascaded: (page) => cascades.of(page) })

  /** HTML with front matter is a page; without, it is a file that Hugo copies. */
  function isPage(file: string): boolean {
    if (!HTML.test(file) || contentOf(file) === null) return false
    return /^(?:---|\+\+\+)[ \t]*\r?\n/.test(folder.readText(file) ?? '')
  }

  function locate(file: string, written: Fields): Place | LeftOut {
    const content = contentOf(file)
    if (content === null) return { leftOut: 'outside of the documentation' }
    const locale = languages.locales.get(content.language)
    if (locale === undefined) return { leftOut: 'in a language that is not served', language: content.language }
    const own = lowered(written)
    const fields = new Map([...cascades.of(content), ...own])
    // What the page says of itself is looked at by all kinds of sources.
    const isDraft = !own.has('draft') && isMarked(fields.get('draft'))
    const why: LeftOut | null = isDraft ? { leftOut: 'a draft' } : leftOut(fields)
    if (isPartOfBundle(file)) {
      if (isMarkdown(file) && why === null && excludedBy(written) === null) parts.add(file, text(own.get('title')))
      return { leftOut: 'a part of other pages' }
    }
    if (why !== null) return why
    const { address, fromRoot, navPath, path } = addressOf(content, fields, config)
    const prefix = fromRoot ? '' : languages.prefix(content.language)
    const place: Place = {
      locale,
      path,
      navPath: navPath === path ? null : navPath,
      // The page of a bundle is read before its parts, so that it stays even where none of them is published.
      ...(own.has('title') && parts.has(file) ? {} : { whenEmpty: content.name === '_index' ? 'list' : 'leave out' }),
      address: prefix === '' ? address : `${prefix}/${address}`,
      order: orderOf(fields, dateOf(content, fields)),
      title: text(fields.get('linktitle')),
      updated: updatedOf(fields),
      aliases: texts(fields.get('aliases')),
      unsearched: isUnsearched(fields),
      splash: fields.get('layout') === 'hextra-home',
    }
    site.add(file, content, place)
    return place
  }

  /** Reads what `_index.md` files say of their folders, and what they hand down to the pages below. */
  function readSections(): void {
    for (const file of folder.files.keys()) {
      const content = /(?:^|\/)_index\.[^/]*$/.test(file) ? contentOf(file) : null
      if (content === null || content.name !== '_index') continue
      if (!isMarkdown(file) && !isPage(file)) continue
      const fields = lowered(splitFrontMatter(folder.readText(file) ?? '').frontMatter.fields)
      const locale = languages.locales.get(content.language)
      if (locale !== undefined) {
        folders.set(folderKey(locale, addressOf(content, fields, config).navPath), {
          title: text(fields.get('linktitle')) ?? text(fields.get('title')) ?? undefined,
          order: orderOf(fields, dateOf(content, fields)) ?? undefined,
        })
      }
      cascades.add(content, fields.get('cascade'))
    }
  }

  const knownRoots = new Map<string | undefined, readonly string[]>()

  /** Folders from which Hugo counts the path of a page, in a language and in that of the site. */
  function rootsOf(language: string | undefined): readonly string[] {
    let found = knownRoots.get(language)
    if (found !== undefined) return found
    const whole = roots.filter(({ target }) => target === '')
    const of = (name: string | undefined): typeof whole =>
      whole.filter((root) => (root.language ?? languages.defaultName) === name)
    found = [...of(language), ...of(languages.defaultName)].map(({ folder: path }) => path)
    knownRoots.set(language, found)
    return found
  }

  const defaultLocale = languages.locales.get(languages.defaultName) ?? folder.defaultLocale
  const localeFolders = new Map<string, Locale>()
  for (const [name, locale] of languages.locales) if (languages.prefix(name) !== '') localeFolders.set(name, locale)
  return {
    title: text(record(record(config['languages'])[languages.defaultName])['title']) ?? text(config['title']),
    describe: (locale) => {
      const [name = ''] = [...languages.locales].find(([, each]) => each === locale) ?? []
      const own = record(record(record(config['languages'])[name])['params'])['description']
      return text(own) ?? text(record(config['params'])['description'])
    },
    listsAllPages: true,
    showsDescription: isDocsy(config),
    locate,
    isPage,
    dialect: {
      isMdx: () => false,
      definitionLists: true,
      headingAttributes: ATTRIBUTES,
      slugs: slugStyle(config),
      idText: headingText(config),
      ...hugoMarkdown(site, parts, config),
      emoji: isTrue(config['enableemoji']) ? emojiAt : undefined,
    },
    links: {
      siteUrl: text(config['baseurl']),
      basePath: basePathOf(config),
      localeFolders,
      // Themes look for the page in the language of the page with the link, and so do we, with English behind it.
      rootLocale: defaultLocale === FALLBACK_LOCALE ? null : defaultLocale,
      aliases: new Map(),
      relativeTo: 'address',
      roots: (file) => rootsOf(contentOf(file)?.language),
    },
    folders,
  }
}

function leftOut(fields: Fields): LeftOut | null {
  const { list, render } = record(withLowerNames(fields.get('build') ?? fields.get('_build')))
  if (isMarked(fields.get('headless'))) return { leftOut: 'a part of other pages' }
  const isOff = [list, render].some((each) => isFalse(each) || /^never$/i.test(text(each) ?? ''))
  if (isOff || text(render)?.toLowerCase() === 'link') return { leftOut: 'excluded by the configuration' }
  if (/^search\b/i.test(text(fields.get('layout')) ?? text(fields.get('type')) ?? ''))
    return { leftOut: 'a page of search results' }
  return null
}

function orderOf(fields: Fields, date: number | null): number | null {
  const weight = number(fields.get('weight'))
  if (weight !== null && weight !== 0) return weight
  return date === null ? null : UNWEIGHTED - date / 1000
}

/** When the page was last changed. A `date` is that of its publication, even where Hugo itself falls back to it. */
function updatedOf(fields: Fields): string | null {
  return text(fields.get('lastmod')) ?? text(fields.get('modified'))
}

function slugStyle(config: HugoConfig): SlugStyle {
  const parser = record(record(record(config['markup'])['goldmark'])['parser'])
  return (
    SLUGS.get(text(parser['autoheadingidtype'])?.toLowerCase() ?? text(parser['autoidtype'])?.toLowerCase() ?? '') ??
    'hugo'
  )
}
