import type { Test } from 'tap'
import type { Content, ContentPage } from '../../../src/docs/content.ts'
import { shownSections } from '../../../src/docs/nav.ts'
import { readContent } from '../../../src/docs/read-content.ts'
import { contentTree, type Files } from '../../support/content-tree.ts'

/** Reads a content directory with these files. */
export async function readFiles(t: Test, files: Files): Promise<Content> {
  return readContent(await contentTree(t, files))
}

/** The paths of all pages by locale, in the order of their paths. */
export function pathsOf({ locales }: Content): Record<string, string[]> {
  return Object.fromEntries([...locales].map(([locale, { pages }]) => [locale, pages.map(({ path }) => path)]))
}

export function pageOf({ locales }: Content, locale: 'en' | 'zh' | 'ko', path: string): ContentPage {
  const page = locales.get(locale)?.pages.find((each) => each.path === path)
  if (page === undefined) throw new Error(`There is no page ${locale}/${path}`)
  return page
}

/** Faults as `file:line code`. */
export function faultsOf({ faults }: Content): string[] {
  return faults.map(({ code, file, line }) => `${file}:${line} ${code}`)
}

/** Paths of the pages of a locale in the order of its navigation. */
export function orderOf({ locales }: Content, locale: 'en' | 'zh' | 'ko'): string[] {
  return (locales.get(locale)?.nav ?? []).flatMap(({ pages }) => pages.map(({ path }) => path))
}

/** The text of a page as the index holds it: headings and lines, one below the other. */
export function textOf(content: Content, locale: 'en' | 'zh' | 'ko', path: string): string {
  return pageOf(content, locale, path)
    .sections.flatMap(({ heading, text }) => [heading, text].filter((part) => part !== ''))
    .join('\n')
}

/** The navigation as an outline: titles with paths, groups with `>`, each indented below what has it. */
export function outlineOf({ locales }: Content, locale: 'en' | 'zh' | 'ko' = 'en'): string[] {
  return shownSections(locales.get(locale)?.nav ?? []).flatMap(({ groups = [], pages, title }) => [
    title,
    ...pages.flatMap((page, at) => {
      const around = groups.filter((group) => group.at <= at && at < group.at + group.count)
      const opened = around.flatMap((group, depth) =>
        group.at === at ? [`${'  '.repeat(depth + 1)}> ${group.title}`] : [],
      )
      return [...opened, `${'  '.repeat(around.length + 1)}${page.title} ${page.path}`]
    }),
  ])
}
