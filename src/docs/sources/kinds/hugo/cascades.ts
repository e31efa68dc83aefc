import type { Fields } from '../../../front-matter.ts'
import { withLowerNames } from '../../config/parse-config.ts'
import { matcher } from '../../globs.ts'
import { record, texts } from '../../values.ts'
import type { HugoConfig } from './config.ts'
import { contentPath, type ContentFile } from './content.ts'

/** Fields that pages take over from the configuration and from the folders around them. */
export interface Cascades {
  /** Adds `cascade` of the front matter of a section. */
  add(section: ContentFile, cascade: unknown): void
  /** Fields of a page, with names in lower case; those of nearer folders win. */
  of(page: ContentFile): Fields
}

interface Cascade {
  readonly values: Fields
  readonly holds: (page: ContentFile) => boolean
}

/** Cascades of one file, each of which is tried for each page below it. */
const CASCADE_LIMIT = 100

export function readCascades(config: HugoConfig): Cascades {
  const ofSite = parsed(config['cascade'])
  const ofSections = new Map<string, readonly Cascade[]>()
  return {
    add({ language, section }, cascade) {
      const own = parsed(cascade)
      if (own.length > 0) ofSections.set(`${language}/${section}`, own)
    },
    of(page) {
      if (ofSite.length === 0 && ofSections.size === 0) return new Map()
      const segments = page.section.split('/').filter(Boolean)
      const paths = segments.map((_, at) => segments.slice(0, at + 1).join('/'))
      const around = ['', ...paths].flatMap((path) => ofSections.get(`${page.language}/${path}`) ?? [])
      return new Map([...ofSite, ...around].filter(({ holds }) => holds(page)).flatMap(({ values }) => [...values]))
    },
  }
}

function parsed(cascade: unknown): readonly Cascade[] {
  return [cascade]
    .flat()
    .slice(0, CASCADE_LIMIT)
    .map((each) => {
      const { _target, target = _target, ...values } = record(withLowerNames(each))
      return { values: new Map(Object.entries(values)), holds: targetTest(target) }
    })
    .filter(({ values }) => values.size > 0)
}

/** Whether a page is one of those that `target` names by path, kind and language. Sites are built for production. */
function targetTest(target: unknown): Cascade['holds'] {
  if (target === undefined) return () => true
  const { environment, kind, lang, path, sites } = record(target)
  const inPath = testOf(texts(path))
  const inLanguage = testOf(texts(lang ?? record(record(sites)['matrix'])['languages']))
  const isKind = testOf(texts(kind))
  const isBuilt = testOf(texts(environment))('production')
  return (page) => {
    const own = contentPath(page)
    const ownKind = page.name === '_index' ? (own === '' ? 'home' : 'section') : 'page'
    return isBuilt && (inPath(own) || inPath(`/${own}`)) && inLanguage(page.language) && isKind(ownKind)
  }
}

/** Without patterns, all values are meant. */
function testOf(patterns: readonly string[]): (value: string) => boolean {
  return patterns.length === 0 ? () => true : matcher(patterns)
}
