import type { Block } from '../../../docs/model/page-model.ts'
import { headingsOf, repeats, type HeadingText } from '../../../docs/model/sections.ts'
import { sectionBlocks } from '../../../docs/model/section-blocks.ts'
import { closestTo } from '../../../shared/advice/closest.ts'
import { mapLines } from '../../../docs/sources/expand-lines.ts'
import { tokenBound } from '../../../mcp/tool-kit/token-bound.ts'
import { decodeLoosely } from '../../../shared/decode-percent.ts'
import { normalised } from '../../../shared/normalise-query.ts'

/** Fragment of an address; null without one. */
export function fragmentOf(address: string): string | null {
  const at = address.indexOf('#')
  return at === -1 || at === address.length - 1 ? null : address.slice(at + 1)
}

/** The blocks of the section that a fragment or the words of a heading name, with all that stands below; null if none is named so. */
export function findSection(blocks: readonly Block[], name: string): readonly Block[] | null {
  const heading = findHeading(headingsOf(blocks), name)
  if (heading === undefined) return null
  const start = blocks.findIndex((block) => block.kind === 'heading' && block.id === heading.id)
  const first = blocks[start]
  // A heading within a tab or a card has only what follows there.
  if (first?.kind !== 'heading') return sectionBlocks(blocks).get(heading.id) ?? null
  const next = blocks.findIndex((block, at) => at > start && block.kind === 'heading' && block.level <= first.level)
  return blocks.slice(start, next === -1 ? undefined : next)
}

function findHeading(headings: readonly HeadingText[], name: string): HeadingText | undefined {
  const id = decodeLoosely(name.replace(/^#/, ''))
  const words = fold(name.split('›').at(-1) ?? name)
  const exact = headings.find((heading) => heading.id === id) ?? headings.find(({ text }) => fold(text) === words)
  const wanted = wordsOf(name)
  if (exact !== undefined || wanted === '') return exact
  // The whole words of a heading come before a part of them. Which one of several is meant is for the client to say.
  return (
    only(headings, ({ text }) => wordsOf(text) === wanted) ??
    only(headings, ({ text }) => wordsOf(text).replace(/^(?:\p{N}+ )+/u, '') === wanted) ??
    only(headings, ({ text }) => ` ${wordsOf(text)} `.includes(` ${wanted} `))
  )
}

function only(headings: readonly HeadingText[], isWanted: (heading: HeadingText) => boolean): HeadingText | undefined {
  const [first, ...others] = headings.filter(isWanted)
  return others.length === 0 ? first : undefined
}

/** The words of a text alone, without the emoji and signs around them. */
function wordsOf(text: string): string {
  const bare = fold(text.split('›').at(-1) ?? text).replace(/[\u20e3\ufe0f]/g, '')
  return (bare.match(/[\p{L}\p{N}][\p{L}\p{M}\p{N}]*/gu) ?? []).join(' ')
}

/** Says which sections a page has whose names are close to one that it has not. */
export function closeSections(blocks: readonly Block[], name: string): string {
  const close = closestTo(
    name,
    headingsOf(blocks).map(({ id }) => id),
  )
  return close.length === 0 ? 'Without section the whole page comes.' : `Close ones: ${close.join(', ')}.`
}

/** The headings of a page with their fragments, in so many tokens. Deeper levels are left out first. */
export function outlineOf(blocks: readonly Block[], title: string, maxTokens: number): string {
  const headings = headingsOf(blocks).filter(({ level, text }) => !repeats(level, text, title))
  for (let deepest = 6; deepest > 0; deepest--) {
    const shown = headings.filter(({ level }) => level <= deepest)
    const least = Math.min(...shown.map(({ level }) => level))
    const lines = shown.map(({ id, level, text }) => `${'  '.repeat(level - least)}- ${text} (#${id})`)
    const outline = `Sections of this long page:\n${lines.join('\n')}\n\n`
    if (lines.length > 0 && tokenBound(outline) <= maxTokens) return outline
  }
  return ''
}

/** Gives links that begin at the root of this host its origin, but for those in blocks of code. */
export function withOrigin(markdown: string, origin: string): string {
  return mapLines(markdown, (line) => line.replace(/\]\(\/(?!\/)/g, `](${origin}/`))
}

function fold(text: string): string {
  return normalised(text, 'NFKC').replace(/\s+/g, ' ').trim().toLowerCase()
}
