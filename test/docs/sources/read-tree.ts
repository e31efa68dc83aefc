import type { Test } from 'tap'
import type { Content, ContentPage } from '../../../src/docs/content.ts'
import { readContent } from '../../../src/docs/read-content.ts'
import type { Locale } from '../../../src/shared/locale.ts'
import { contentTree, type Files } from '../../support/content-tree.ts'

/** Reads a content folder with these files, which is removed when the test ends. */
export async function readTree(t: Test, files: Files): Promise<Content> {
  return readContent(await contentTree(t, files))
}

export function pathsOf(content: Content, locale: Locale = 'en'): string[] {
  return (content.locales.get(locale)?.pages ?? []).map(({ path }) => path)
}

/** Paths in the order of the navigation. */
export function orderOf(content: Content, locale: Locale = 'en'): string[] {
  return (content.locales.get(locale)?.nav ?? []).flatMap(({ pages }) => pages.map(({ path }) => path))
}

export function pageOf(content: Content, path: string, locale: Locale = 'en'): ContentPage {
  const page = content.locales.get(locale)?.pages.find((each) => each.path === path)
  if (page === undefined) throw new Error(`There is no page ${locale}/${path}`)
  return page
}

/** The text of a page as the index holds it. */
export function textOf(content: Content, path: string, locale: Locale = 'en'): string {
  return pageOf(content, path, locale)
    .sections.map(({ heading, text }) => [heading, text].filter(Boolean).join('\n'))
    .join('\n')
}

export function faultsOf(content: Content): string[] {
  return content.faults.map(({ file, line, code }) => `${file}:${line} ${code}`)
}
