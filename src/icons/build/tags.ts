import { z } from 'zod'
import { findPackage, readPackageJson } from './packages.ts'
import { CatalogueError, type Sources } from './sources.ts'
import type { SourceIcon } from './source-icon.ts'
import { stemsOf } from '../stem.ts'
import type { Words } from './words.ts'
import { append } from '../../shared/append.ts'

const LUCIDE = z.record(z.string(), z.array(z.string()))
const MDI = z.array(z.object({ name: z.string(), aliases: z.array(z.string()) }))

const TAG_LIMIT = 32
/** Other words of its groups that are kept for a word, more than its tags, of which some are left out. */
const GROUPED_LIMIT = 4 * TAG_LIMIT

/** Shorter words have no typos. */
const WORD = /^[a-z]{4,40}$/

/** Returns words by which people look for an icon besides its name: English, lower case, best first. */
export type Tagger = (icon: Pick<SourceIcon, 'associations' | 'name' | 'tags'>) => string[]

/**
 * Creates a tagger. Tags come first from the source itself, then from the project's synonyms for the whole name. Words
 * of other sets for an icon of that name follow. Synonyms of single words are left to the search, which knows them too.
 * @throws {CatalogueError} when a package of `settings` cannot be used
 */
export function createTagger(settings: Sources['tags'], words: Words): Tagger {
  const denied = new Set(settings.deny.map(plain))
  const others = readOthers(settings)
  const groups = indexGroups(words.groups)
  return ({ associations = [], name, tags }) => {
    const stems = stemsOf(name)
    const found = [
      ...tags,
      ...stems.flatMap((stem) => groups.get(singular(plain(stem))) ?? []),
      ...associations,
      ...stems.flatMap((stem) => others.get(stem) ?? []),
    ].map(plain)
    const itself = new Set([plain(name), ...stems.map(plain)])
    return [...new Set(found)].filter((tag) => tag !== '' && !itself.has(tag) && !denied.has(tag)).slice(0, TAG_LIMIT)
  }
}

/**
 * All words of the names and tags of the other sets, whether we have such icons or not: a dictionary of what people call
 * things in interfaces. Sorted.
 * @throws {CatalogueError} as `createTagger`
 */
export function readKnownWords(settings: Sources['tags']): string[] {
  const texts = [...readOthers(settings)].flatMap(([name, tags]) => [name, ...tags])
  const words = texts.flatMap((text) => plain(text).split(' '))
  return [...new Set(words)].filter((word) => WORD.test(word)).toSorted()
}

/** Name → words of the other sets. Material Design comes first: its aliases are names, while Lucide's tags may be anything. */
function readOthers({ lucide, mdi }: Sources['tags']): Map<string, string[]> {
  const found = new Map<string, string[]>()
  if (mdi !== undefined) {
    const parsed = MDI.safeParse(readPackageJson(findPackage(mdi), 'meta.json'))
    if (!parsed.success) throw new CatalogueError(`${mdi}/meta.json has an unexpected form`)
    for (const { name, aliases } of parsed.data) append(found, name, ...aliases)
    for (const { name, aliases } of parsed.data) {
      for (const alias of aliases) if (!found.has(alias)) append(found, alias, name, ...aliases)
    }
  }
  if (lucide !== undefined) {
    const parsed = LUCIDE.safeParse(readPackageJson(findPackage(lucide), 'tags.json'))
    if (!parsed.success) throw new CatalogueError(`${lucide}/tags.json has an unexpected form`)
    for (const [name, tags] of Object.entries(parsed.data)) append(found, name, ...tags)
  }
  return found
}

/** Word or phrase → the other members of its groups. */
function indexGroups(groups: Words['groups']): Map<string, string[]> {
  const index = new Map<string, string[]>()
  for (const group of groups) {
    const members = group.map(plain)
    for (const member of members) {
      const left = GROUPED_LIMIT - (index.get(singular(member))?.length ?? 0)
      if (left > 0) append(index, singular(member), ...members.filter((other) => other !== member).slice(0, left))
    }
  }
  return index
}

function plain(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[-_\s]+/g, ' ')
    .trim()
}

/** Singular form of the last word, roughly: it only serves to find a group. */
function singular(text: string): string {
  return text.length > 3 && text.endsWith('s') && !text.endsWith('ss') ? text.slice(0, -1) : text
}
