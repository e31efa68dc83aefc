import { closeSync, openSync } from 'node:fs'
import { join } from 'node:path'
import type { ExtractParts } from '../../engine/index/extracts.ts'
import { isLocale, type Locale } from '../../shared/locale.ts'
import type { BuiltContent, BuiltFiles } from '../built-content.ts'
import { openChecked, readShared, syncFolder, writeFile, type FileRecord } from './checked-files.ts'
import type { DocsParts, FileParts, LocaleParts } from '../generation.ts'
import { hashContent } from './content-hash.ts'
import { checkFile } from './file-store.ts'
import {
  GENERATION_FORMAT,
  manifestPath,
  readBuiltFrom,
  readManifest,
  writeBuiltFrom,
  type Manifest,
} from './manifest.ts'
import { sealJson } from './sealed-json.ts'
import type { PackedRecords } from '../records/pack-records.ts'
import { fromFileRecord, type FileRecordFacts } from '../records/file-record.ts'
import { inMemory } from '../records/in-memory.ts'
import { openRecordStore, type RecordStoreParts } from '../records/record-store.ts'

/** Where a generation is served from, and under which address. */
export interface ServedPlace {
  readonly number: number
  /** Folder of the file store. */
  readonly fileFolder: string
  /** `DOCS_URL`. */
  readonly siteUrl: string
}

const FILES_TABLE = 'files.table'
const FILES_DATA = 'files.data'

/** Documentation of a generation with its open descriptors. */
export interface OpenedDocs {
  readonly docs: DocsParts
  /** See `BuiltFrom`. */
  readonly fingerprint: string
  /** Open descriptors. Close them when no thread uses the generation any more. */
  readonly descriptors: readonly number[]
}

/**
 * Writes all files into an existing empty folder and makes them durable: if the manifest can be read after a crash, so can the
 * rest. Throws the errors of the file system (ENOSPC, EROFS …); no descriptor then stays open.
 */
export function writeGenerationFolder(folder: string, number: number, built: BuiltContent): OpenedDocs {
  const files: Record<string, FileRecord> = {}
  const descriptors: number[] = []
  const locales = new Map<Locale, LocaleParts>()
  const writeStore = (name: string, records: PackedRecords): RecordStoreParts => {
    files[`${name}.table`] = writeFile(join(folder, `${name}.table`), [new Uint8Array(records.table)])
    files[`${name}.data`] = writeFile(join(folder, `${name}.data`), records.chunks())
    const fd = openSync(join(folder, `${name}.data`), 'r')
    descriptors.push(fd)
    return { table: records.table, data: { fd } }
  }
  const writeExtracts = (name: string, chunks: Iterable<Uint8Array>): ExtractParts => {
    const record = writeFile(join(folder, name), chunks)
    files[name] = record
    const fd = openSync(join(folder, name), 'r')
    descriptors.push(fd)
    return { data: { fd }, byteLength: record.byteLength }
  }
  try {
    for (const [locale, { index, versions, extracts, pages, pageCount }] of built.locales) {
      for (const [name, bytes] of indexFiles(locale, index, versions)) {
        files[name] = writeFile(join(folder, name), [new Uint8Array(bytes)])
      }
      const shown = new Map<number, ExtractParts>()
      for (const [version, write] of extracts) shown.set(version, writeExtracts(extractsName(locale, version), write()))
      locales.set(locale, { index, versions, extracts: shown, pages: writeStore(`pages.${locale}`, pages), pageCount })
    }
    const texts = writeStore('texts', built.texts)
    const content = hashContent(files, built.files.records.table)
    for (const [name, chunks] of fileParts(built.files)) files[name] = writeFile(join(folder, name), chunks)
    const { bytesFingerprint, contentDir, degraded, siteUrl, fingerprint, nextChange } = built
    const pageCounts = Object.fromEntries([...locales].map(([locale, { pageCount }]) => [locale, pageCount]))
    const versioned = [...locales].filter(([, { versions }]) => versions.size > 0)
    const versions = Object.fromEntries(versioned.map(([locale, parts]) => [locale, [...parts.versions.keys()]]))
    const manifest: Manifest = {
      format: GENERATION_FORMAT,
      content,
      ...(degraded.length === 0 ? {} : { degraded }),
      ...(nextChange === Infinity ? {} : { nextChange }),
      pageCounts,
      ...(versioned.length === 0 ? {} : { versions }),
      files,
    }
    writeBuiltFrom(folder, { contentDir, fingerprint, bytesFingerprint })
    writeFile(manifestPath(folder), [Buffer.from(sealJson(manifest))])
    syncFolder(folder)
    const docs = {
      number,
      content,
      degraded,
      siteUrl,
      locales,
      texts,
      files: { folder: built.files.folder, records: inMemory(built.files.records) },
    }
    return { docs, fingerprint, descriptors }
  } catch (error) {
    descriptors.forEach((fd) => closeSync(fd))
    throw error
  }
}

/**
 * Opens a finished generation after checking every byte of it against its manifest, and every file beside its pages
 * against its hash. Throws when anything differs.
 */
export function readGenerationFolder(folder: string, { fileFolder, number, siteUrl }: ServedPlace): OpenedDocs {
  const manifest = readManifest(folder)
  const descriptors: number[] = []
  const locales = new Map<Locale, LocaleParts>()
  const readStore = (name: string): RecordStoreParts => {
    const table = readShared(join(folder, `${name}.table`), recordOf(manifest, `${name}.table`))
    const fd = openChecked(join(folder, `${name}.data`), recordOf(manifest, `${name}.data`))
    descriptors.push(fd)
    return { table, data: { fd } }
  }
  const readExtracts = (name: string): ExtractParts => {
    const record = recordOf(manifest, name)
    const fd = openChecked(join(folder, name), record)
    descriptors.push(fd)
    return { data: { fd }, byteLength: record.byteLength }
  }
  try {
    for (const [locale, pageCount] of Object.entries(manifest.pageCounts)) {
      if (!isLocale(locale)) throw new Error(`its locale ${locale} is unknown`)
      const readIndex = (name: string): SharedArrayBuffer => readShared(join(folder, name), recordOf(manifest, name))
      const index = readIndex(indexName(locale, 0))
      const numbers = manifest.versions?.[locale] ?? []
      const versions = new Map(numbers.map((version) => [version, readIndex(indexName(locale, version))]))
      const extracts = new Map([0, ...numbers].map((version) => [version, readExtracts(extractsName(locale, version))]))
      locales.set(locale, { index, versions, extracts, pages: readStore(`pages.${locale}`), pageCount })
    }
    const texts = readStore('texts')
    const { degraded = [] } = manifest
    const files = readFiles(folder, manifest, fileFolder)
    const content = hashContent(withoutFiles(manifest), files.records.table)
    if (content !== manifest.content) throw new Error(`its content is ${content}, and not that of its manifest`)
    const { fingerprint } = readBuiltFrom(folder)
    return { docs: { number, content, degraded, siteUrl, locales, texts, files }, fingerprint, descriptors }
  } catch (error) {
    descriptors.forEach((fd) => closeSync(fd))
    throw error
  }
}

function withoutFiles({ files }: Manifest): Manifest['files'] {
  return Object.fromEntries(Object.entries(files).filter(([name]) => name !== FILES_TABLE && name !== FILES_DATA))
}

function indexName(locale: Locale, version: number): string {
  return version === 0 ? `index.${locale}` : `index.${locale}.${version}`
}

export function extractsName(locale: Locale, version: number): string {
  return version === 0 ? `extracts.${locale}` : `extracts.${locale}.${version}`
}

export function indexFiles(
  locale: Locale,
  index: SharedArrayBuffer,
  versions: ReadonlyMap<number, SharedArrayBuffer>,
): [string, SharedArrayBuffer][] {
  return [[0, index] as const, ...versions].map(([version, bytes]) => [indexName(locale, version), bytes])
}

function fileParts({ records }: BuiltFiles): [string, Iterable<Uint8Array>][] {
  return [
    [FILES_TABLE, [new Uint8Array(records.table)]],
    [FILES_DATA, records.chunks()],
  ]
}

function readFiles(folder: string, manifest: Manifest, fileFolder: string): FileParts {
  const records = readFileRecords(folder, manifest)
  for (const file of inStore(records)) checkFile(fileFolder, file)
  return { records, folder: fileFolder }
}

function readFileRecords(folder: string, manifest: Manifest): RecordStoreParts {
  const read = (name: string): SharedArrayBuffer => readShared(join(folder, name), recordOf(manifest, name))
  return { table: read(FILES_TABLE), data: { buffer: read(FILES_DATA) } }
}

/** Files that are in the file store, each once. */
function inStore(records: RecordStoreParts): FileBeside[] {
  const store = openRecordStore(records)
  const found = new Map<string, FileBeside>()
  for (let index = 0; index < store.count; index++) {
    const { bytes, hash, sizeBytes } = fromFileRecord(store.readSync(index))
    if (bytes.length === 0) found.set(hash, { hash, sizeBytes })
  }
  return [...found.values()]
}

/** A file beside pages, as the store has it. */
export type FileBeside = Pick<FileRecordFacts, 'hash' | 'sizeBytes'>

/**
 * The files beside pages that a finished generation needs in the file store. Its table and data of files must be in its folder.
 * Throws when these, or the manifest, are damaged.
 */
export function filesBeside(folder: string): FileBeside[] {
  return inStore(readFileRecords(folder, readManifest(folder)))
}

/** Table of the files that a finished generation names. Throws when its manifest or table is damaged. */
export function readFileTable(folder: string): SharedArrayBuffer {
  return readShared(join(folder, FILES_TABLE), recordOf(readManifest(folder), FILES_TABLE))
}

function recordOf(manifest: Manifest, name: string): FileRecord {
  const record = manifest.files[name]
  if (record === undefined) throw new Error(`its manifest does not name ${name}`)
  return record
}
