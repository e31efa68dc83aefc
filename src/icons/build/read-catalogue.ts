import { createHash } from 'node:crypto'
import { makeAllAssets } from './assets/asset-makers.ts'
import type { AssetRequest, MadeAssets } from './assets/make-assets.ts'
import { hashInputs, type ReusableAssets } from './assets/reuse.ts'
import type {
  Catalogue,
  CatalogueAsset,
  CatalogueFault,
  CatalogueIcon,
  CatalogueRecord,
  CatalogueSet,
} from '../catalogue.ts'
import { localise, localiseTags } from './localise.ts'
import type { SourceIcon, SourceIcons } from './source-icon.ts'
import { findPackage } from './packages.ts'
import { readFolderSource } from './sources/folder-source.ts'
import { readIconifySource } from './sources/iconify-source.ts'
import { readManifestSource } from './sources/manifest-source.ts'
import { readStrokeSource } from './sources/stroke-source.ts'
import { readSources, stylesOf, type Source, type Sources } from './sources.ts'
import { createTagger, readKnownWords } from './tags.ts'
import { readNearby, readWords } from './words.ts'
import { append } from '../../shared/append.ts'

export interface ReadCatalogueOptions {
  /** Folder with `icons/sources.json`, `icons/synonyms.json`, `icons/nearby.json` and the folders that the former names. */
  readonly contentDir: string
  /** Assets of an earlier build, which are not made again. */
  readonly reuse: ReusableAssets
  /** Called after each icon. */
  readonly onProgress?: (done: number, total: number) => void
}

interface Entry {
  readonly id: string
  readonly key: string
  readonly icon: SourceIcon
}

/**
 * Reads all sources and makes every asset, in threads. All assets are then in memory, some 100 MB for the sets that
 * come with the service. A file that cannot be used is a fault, and is left out.
 *
 * Rejects with CatalogueError when the sources cannot be read at all.
 */
export async function readCatalogue({ contentDir, onProgress, reuse }: ReadCatalogueOptions): Promise<Catalogue> {
  const faults: CatalogueFault[] = []
  const sources = readSources(contentDir)
  const words = readWords(contentDir, faults)
  const nearby = readNearby(contentDir, faults)
  const read = sources.sources.map((source) => readSource(contentDir, source, sources.categories))
  for (const { faults: found } of read) faults.push(...found)
  const said = sources.sources.map(({ changed }) => (changed === undefined ? 0 : Date.parse(changed)))
  const changedAt = Math.max(...read.map((one) => one.changedAt), ...said)
  const entries = nameIcons(
    read.flatMap(({ icons }) => icons),
    faults,
  )
  const tagsOf = createTagger(sources.tags, words)
  const requests = entries.map(({ id, icon: { svg, lottie } }) => ({ id, svg, lottie }))
  const inputs = requests.map((request) => hashInputs(reuse.code, request))
  const made = await makeMissing(requests, inputs, reuse, onProgress ?? (() => undefined))
  const assets = new Map<string, readonly CatalogueAsset[]>()
  const byKey = new Map<string, CatalogueRecord[]>()
  entries.forEach(({ id, key, icon }, index) => {
    const { facts, assets: files, faults: found } = made[index] ?? NOTHING
    faults.push(...found)
    if (facts === null) return
    assets.set(id, files)
    const { set, name, title, category, style, aliases, license, author, source } = icon
    const tags = tagsOf(icon)
    const record: CatalogueRecord = {
      id,
      name,
      title,
      set,
      category,
      style,
      tags,
      aliases,
      width: facts.width,
      height: facts.height,
      frameRate: facts.frameRate,
      durationMs: facts.durationMs,
      loop: icon.loop ?? facts.loop,
      formats: files.map(({ ext, mediaType, sha256, bytes }) => ({ ext, mediaType, bytes: bytes.length, sha256 })),
      variants: [],
      license,
      author,
      source,
      madeFrom: found.length === 0 ? (inputs[index] ?? '') : '',
      madeLoop: facts.loop,
      tagWords: localiseTags(tags, words),
      localised: localise(name, aliases, icon.tags, words),
    }
    append(byKey, key, record)
  })
  const icons = [...byKey].map(([key, records]) => ({ key, records: withVariants(records) })).toSorted(byKeyOrder)
  const sets = sources.sources.map((source) => describeSet(source, icons)).filter(({ records }) => records > 0)
  const categories = describeCategories(sources.categories, icons)
  const knownWords = readKnownWords(sources.tags)
  const facts = { changedAt, icons, sets, categories, synonyms: words.groups, knownWords, nearby }
  return {
    version: createHash('sha256').update(JSON.stringify(facts, withoutInputs)).digest('hex'),
    ...facts,
    faults,
    *assets() {
      for (const { records } of icons) for (const { id } of records) yield* assets.get(id) ?? []
    },
  }
}

const NOTHING: MadeAssets = { facts: null, assets: [], faults: [] }

/** Takes the assets that are there already, and makes the others. They are in the order of the requests. */
async function makeMissing(
  requests: readonly AssetRequest[],
  inputs: readonly string[],
  reuse: ReusableAssets,
  onProgress: (done: number, total: number) => void,
): Promise<MadeAssets[]> {
  const known = requests.map(({ id }, index) => reuse.find(id, inputs[index] ?? ''))
  const missing = requests.filter((_, index) => known[index] === null)
  const made = await makeAllAssets(missing, onProgress)
  let next = 0
  return known.map((assets) => assets ?? made[next++] ?? NOTHING)
}

/** The hash of inputs depends on the code, and the version of a catalogue only on what it holds. */
function withoutInputs(key: string, value: unknown): unknown {
  return key === 'madeFrom' ? undefined : value
}

function readSource(contentDir: string, source: Source, categories: Sources['categories']): SourceIcons {
  switch (source.type) {
    case 'manifest':
      return readManifestSource(source)
    case 'iconify':
      return readIconifySource(source)
    case 'strokes':
      return readStrokeSource(source)
    case 'folder':
      return readFolderSource(contentDir, source, categories)
  }
}

/**
 * Gives every icon its id. Styles of an icon stay in the order of their set. A duplicate id is a fault; two sets, or a
 * style and a name, can cause one.
 */
function nameIcons(icons: readonly SourceIcon[], faults: CatalogueFault[]): Entry[] {
  const entries = new Map<string, Entry>()
  /** Set and name of each key. */
  const keys = new Map<string, string>()
  for (const icon of icons) {
    const { set, style, name } = icon
    const id = [set, style, name].filter((part) => part !== '').join('-')
    const key = `${set}-${name}`
    const owner = keys.get(key) ?? `${set}/${name}`
    const known = entries.get(id)
    if (known !== undefined || owner !== `${set}/${name}`) {
      const file = (icon.svg ?? icon.lottie)?.file ?? id
      faults.push({ file, reason: `its id ${known === undefined ? key : id} is taken by another icon` })
      continue
    }
    keys.set(key, owner)
    entries.set(id, { id, key, icon })
  }
  return [...entries.values()]
}

function withVariants(records: readonly CatalogueRecord[]): CatalogueRecord[] {
  const ids = records.map(({ id }) => id)
  return records.map((record) => ({ ...record, variants: ids.filter((id) => id !== record.id) }))
}

function describeSet(source: Source, all: readonly CatalogueIcon[]): CatalogueSet {
  const { id, title, license, author } = source
  const own = all.filter(({ records }) => records[0]?.set === id)
  const from = packageOf(source)
  return {
    id,
    title,
    package: from.name,
    version: from.version,
    license,
    author,
    styles: stylesOf(source),
    icons: own.length,
    records: own.reduce((sum, { records }) => sum + records.length, 0),
  }
}

function packageOf(source: Source): { readonly name: string; readonly version: string } {
  if (source.type === 'folder') return { name: `icons/${source.folder}`, version: source.version }
  return findPackage(source.type === 'manifest' ? source.lottie : source.package)
}

/** Categories that have icons. */
function describeCategories(known: Sources['categories'], all: readonly CatalogueIcon[]): Catalogue['categories'] {
  return known
    .map(({ id, title }) => ({ id, title, icons: all.filter(({ records }) => records[0]?.category === id).length }))
    .filter(({ icons }) => icons > 0)
    .toSorted((left, right) => (left.id < right.id ? -1 : 1))
}

function byKeyOrder(left: CatalogueIcon, right: CatalogueIcon): number {
  return left.key < right.key ? -1 : 1
}
