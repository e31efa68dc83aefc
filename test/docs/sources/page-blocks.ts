import type { Content, ContentPage } from '../../../src/docs/content.ts'
import type { Locale } from '../../../src/shared/locale.ts'

/** Paths of the pages of a locale. */
export function pathsIn(content: Content, locale: Locale = 'en'): string[] {
  return (content.locales.get(locale)?.pages ?? []).map(({ path }) => path)
}

export function pageAt(content: Content, path: string, locale: Locale = 'en'): ContentPage | undefined {
  return content.locales.get(locale)?.pages.find((each) => each.path === path)
}

/** Blocks of a page that no block is around. */
export function blocksOf(content: Content, path: string): { readonly kind: string; readonly id?: string }[] {
  const lines = (pageAt(content, path)?.blockLines ?? '').split('\n').filter(Boolean)
  return lines.map((line) => JSON.parse(line) as { kind: string; id?: string })
}

/** Ids of the headings that no block is around. */
export function idsOf(content: Content, path: string): string[] {
  return blocksOf(content, path).flatMap(({ id, kind }) => (kind === 'heading' && id !== undefined ? [id] : []))
}

export function textOf(content: Content, path: string, locale: Locale = 'en'): string {
  const sections = pageAt(content, path, locale)?.sections ?? []
  return sections.map(({ heading, text }) => [heading, text].filter(Boolean).join('\n')).join('\n')
}
