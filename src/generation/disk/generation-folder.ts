import { closeSync, openSync } from 'node:fs'
import { join } from 'node:path'
import type { Locale } from '../../shared/locale.ts'
import { isLocale } from '../../shared/locale.ts'
import type { BuiltContent } from '../built-content.ts'
import { openChecked, readShared, syncFolder, writeFile, type FileRecord } from './checked-files.ts'
import type { DocsParts, LocaleParts } from '../generation.ts'
import { manifestPath, manifestText, readManifest, GENERATION_FORMAT, type Manifest } from './manifest.ts'
import type { PackedRecords } from '../records/pack-records.ts'
import type { RecordStoreParts } from '../records/record-store.ts'

/** Documentation of a generation with its open descriptors. */
export interface OpenedDocs {
  readonly docs: DocsParts
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
  try {
    for (const [locale, { index, pages, pageCount }] of built.locales) {
      files[`index.${locale}`] = writeFile(join(folder, `index.${locale}`), [new Uint8Array(index)])
      locales.set(locale, { index, pages: writeStore(`pages.${locale}`, pages), pageCount })
    }
    const texts = writeStore('texts', built.texts)
    const { builtAt, siteUrl, fingerprint } = built
    const pageCounts = Object.fromEntries([...locales].map(([locale, { pageCount }]) => [locale, pageCount]))
    const manifest: Manifest = { format: GENERATION_FORMAT, number, builtAt, siteUrl, fingerprint, pageCounts, files }
    writeFile(manifestPath(folder), [Buffer.from(manifestText(manifest))])
    syncFolder(folder)
    return { docs: { number, builtAt, siteUrl, locales, texts }, fingerprint, descriptors }
  } catch (error) {
    descriptors.forEach((fd) => closeSync(fd))
    throw error
  }
}

/** Opens a finished generation after checking every byte of it against its manifest. Throws when anything differs. */
export function readGenerationFolder(folder: string): OpenedDocs {
  const manifest = readManifest(folder)
  const descriptors: number[] = []
  const locales = new Map<Locale, LocaleParts>()
  const readStore = (name: string): RecordStoreParts => {
    const table = readShared(join(folder, `${name}.table`), recordOf(manifest, `${name}.table`))
    const fd = openChecked(join(folder, `${name}.data`), recordOf(manifest, `${name}.data`))
    descriptors.push(fd)
    return { table, data: { fd } }
  }
  try {
    for (const [locale, pageCount] of Object.entries(manifest.pageCounts)) {
      if (!isLocale(locale)) throw new Error(`its locale ${locale} is unknown`)
      const index = readShared(join(folder, `index.${locale}`), recordOf(manifest, `index.${locale}`))
      locales.set(locale, { index, pages: readStore(`pages.${locale}`), pageCount })
    }
    const texts = readStore('texts')
    const { number, builtAt, siteUrl, fingerprint } = manifest
    return { docs: { number, builtAt, siteUrl, locales, texts }, fingerprint, descriptors }
  } catch (error) {
    descriptors.forEach((fd) => closeSync(fd))
    throw error
  }
}

function recordOf(manifest: Manifest, name: string): FileRecord {
  const record = manifest.files[name]
  if (record === undefined) throw new Error(`its manifest does not name ${name}`)
  return record
}
