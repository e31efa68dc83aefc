import type { Block, Image, Inline } from './page-model.ts'
import { blocksWithin, forEachBlock } from './sections.ts'

export type Theme = NonNullable<Image['theme']>

/** Fragments with which GitHub and Material for MkDocs say that an image is for one theme alone. */
const FRAGMENT = /#(?:gh-(dark|light)-mode-only|only-(dark|light))$/

/** The theme that an address names; undefined: the image is for both. */
export function themeOfAddress(address: string): Theme | undefined {
  const [, github, material] = FRAGMENT.exec(address) ?? []
  return (github ?? material) as Theme | undefined
}

/** Names of classes for one theme alone, of Sphinx, Furo, Material, VitePress, Docusaurus and the like. */
const NAMED =
  /^(?:(dark|light)-only|only-(dark|light)|show-if-(dark|light)|themed(?:image|component)(?:--|_)(dark|light)|hidden-(dark|light))(?:$|[_-])/i
/** Classes of Tailwind, which may have a prefix, and of Starlight. */
const HIDDEN = /^(?:\w+:|\w+-)?hidden$/
const HIDDEN_IN = /^(?:\w+:)?(dark|light):(?:\w+[-:])?hidden$/
const SHOWN_IN_DARK = /^(?:\w+:)?dark:(?:\w+[-:])?(?:block|inline|inline-block|flex|inline-flex|grid|initial|unset)$/

/** The theme for which classes show an element; undefined: they show it in both. */
export function themeOfClass(classes: string | readonly string[]): Theme | undefined {
  const names = typeof classes === 'string' ? classes.split(/\s+/) : classes
  const isVitePress = names.includes('VPImage')
  for (const name of names) {
    const [, ...found] = NAMED.exec(name) ?? []
    const hiddenIn = found[4] ?? HIDDEN_IN.exec(name)?.[1]
    if (hiddenIn !== undefined) return hiddenIn.toLowerCase() === 'dark' ? 'light' : 'dark'
    const shownIn = found.find((each) => each !== undefined)
    if (shownIn !== undefined) return shownIn.toLowerCase() as Theme
    if (isVitePress && (name === 'dark' || name === 'light')) return name
  }
  return names.some((name) => SHOWN_IN_DARK.test(name)) &&
    names.some((name) => HIDDEN.test(name) || name === 'dark:block')
    ? 'dark'
    : undefined
}

const SCHEMES = { dark: /prefers-color-scheme: ?dark/i, light: /prefers-color-scheme: ?light/i }

/** A source of a `picture`. */
export interface PictureSource {
  readonly media: string
  readonly address: string
}

/** The addresses of a `picture`, whose `img` stands for the theme that no source is for. */
export function themedSources(sources: readonly PictureSource[], shown: string): { source: string; dark?: string } {
  const of = (theme: Theme): string | undefined => sources.find(({ media }) => SCHEMES[theme].test(media))?.address
  const [dark, light] = [of('dark'), of('light')]
  if (dark === undefined && light === undefined) return { source: shown }
  return { source: light ?? shown, dark: dark ?? shown }
}

/** Says of the images of a line that one theme alone shows them. */
export function forTheme(content: readonly Inline[], theme: Theme): void {
  for (const part of content) {
    if (typeof part !== 'object') continue
    if (part.kind === 'image' && part.dark === undefined) part.theme ??= theme
    else if ('content' in part) forTheme(part.content, theme)
  }
}

/**
 * Makes one image of two that stand side by side, one for light pages and one for dark, in a line or in paragraphs of their own.
 * One without the other stays, and is shown in its theme alone.
 */
export function joinThemes(blocks: Block[]): void {
  joinLines(blocks)
  forEachBlock(blocks, (block) => {
    for (const inner of blocksWithin(block)) joinLines(inner as Block[])
  })
}

function joinLines(blocks: Block[]): void {
  let before: Image | null = null
  keep(blocks, (block) => {
    if ('content' in block) joinParts(block.content)
    if (block.kind === 'paragraph' && block.content.length === 0) return false
    const [only, ...more] = block.kind === 'paragraph' ? block.content : []
    const image = more.length === 0 ? imageWithin(only) : null
    if (image !== null && before !== null && join(before, image)) return false
    before = image
    return true
  })
}

function joinParts(content: Inline[]): void {
  const { length } = content
  let before: { readonly image: Image; readonly target: string | null } | null = null
  keep(content, (part) => {
    if (isBetween(part)) return true
    if (typeof part === 'object' && 'content' in part) joinParts(part.content)
    const image = imageWithin(part)
    const target = targetOf(part)
    if (image !== null && before !== null && before.target === target && join(before.image, image)) return false
    before = image && { image, target }
    return true
  })
  // White space stood before the image that is now part of another.
  const last = content.at(-1)
  if (content.length < length && typeof last === 'string' && last.trim() === '') content.pop()
}

/** Keeps in a list what passes, with one reading of it. */
function keep<Item>(list: Item[], passes: (item: Item) => boolean): void {
  let kept = 0
  for (const item of list) if (passes(item)) list[kept++] = item
  list.length = kept
}

/** Whether a part of a line parts two images no further than white space does. */
function isBetween(part: Inline): boolean {
  return typeof part === 'string' ? part.trim() === '' : part.kind === 'break'
}

const targetOf = (part: Inline): string | null =>
  typeof part === 'object' && part.kind === 'link' ? part.target : null

/** The image for one theme that a part of a line is, or that is all of a link. */
function imageWithin(part: Inline | undefined): Image | null {
  if (typeof part !== 'object') return null
  if (part.kind === 'link') return part.content.length === 1 ? imageWithin(part.content[0]) : null
  return part.kind === 'image' && part.theme !== undefined ? part : null
}

/** Takes a second image into a first one of the other theme. */
function join(first: Image, second: Image): boolean {
  if (first.theme === undefined || second.theme === undefined || first.theme === second.theme) return false
  const [light, dark] = first.theme === 'light' ? [first, second] : [second, first]
  const { source, alt, title, width, height, candidates } = light
  const darkSource = dark.source
  const text = alt === '' ? dark.alt : alt
  Object.assign(first, { source, alt: text, title, dark: darkSource })
  for (const [key, value] of Object.entries({ width, height, candidates })) {
    if (value === undefined) delete first[key as 'width']
    else Object.assign(first, { [key]: value })
  }
  delete first.theme
  return true
}
