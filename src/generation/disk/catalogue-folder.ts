import { openSync } from 'node:fs'
import { join } from 'node:path'
import type { Catalogue } from '../../icons/catalogue.ts'
import { readAssetSync, toAssetRecord } from '../records/asset-record.ts'
import { openChecked, readShared, syncFolder, writeFile, type FileRecord } from './checked-files.ts'
import { packRecords, type NewRecord } from '../records/pack-records.ts'
import { openRecordStore, type RecordStoreParts } from '../records/record-store.ts'
import { readSealedJson, sealJson } from './sealed-json.ts'

export { readAsset } from '../records/asset-record.ts'

/** A catalogue with its assets in a place where every thread can read them. */
export interface StoredCatalogue {
  /** Catalogue whose `assets()` reads from the store. */
  readonly catalogue: Catalogue
  /** Assets by `<id>.<ext>`; see `readAsset`. */
  readonly assets: RecordStoreParts
  /** Open descriptors. Close them when no thread uses the catalogue any more. */
  readonly descriptors: readonly number[]
}

/** Format of the files of a catalogue. */
export const CATALOGUE_FORMAT = 3

/**
 * ```
 * catalogue.json   everything but the assets
 * assets.table, assets.data
 * manifest.json    checksums of the others; written last, so that a folder without it was never finished
 * ```
 */
const NAMES = { catalogue: 'catalogue.json', table: 'assets.table', data: 'assets.data', manifest: 'manifest.json' }

interface Manifest {
  readonly format: number
  readonly version: string
  readonly files: Readonly<Record<string, FileRecord>>
}

/** Packs all assets of a catalogue. */
export async function packAssets(catalogue: Catalogue): Promise<ReturnType<typeof packRecords>> {
  const records: NewRecord[] = []
  for await (const asset of catalogue.assets()) records.push(toAssetRecord(asset))
  return packRecords(records)
}

/**
 * Writes a catalogue into an existing empty folder and makes it durable. Throws the errors of the file system; no descriptor then
 * stays open.
 */
export function writeCatalogue(
  folder: string,
  catalogue: Catalogue,
  packed: ReturnType<typeof packRecords>,
): StoredCatalogue {
  const files = {
    [NAMES.catalogue]: writeFile(join(folder, NAMES.catalogue), [Buffer.from(JSON.stringify(catalogue))]),
    [NAMES.table]: writeFile(join(folder, NAMES.table), [new Uint8Array(packed.table)]),
    [NAMES.data]: writeFile(join(folder, NAMES.data), packed.chunks()),
  }
  const manifest: Manifest = { format: CATALOGUE_FORMAT, version: catalogue.version, files }
  writeFile(join(folder, NAMES.manifest), [Buffer.from(sealJson(manifest))])
  syncFolder(folder)
  const fd = openSync(join(folder, NAMES.data), 'r')
  return storedCatalogue(catalogue, { table: packed.table, data: { fd } }, [fd])
}

/** Opens a finished catalogue after checking every byte of it against its manifest. Throws when anything differs. */
export function readCatalogueFolder(folder: string): StoredCatalogue {
  const { files } = readCatalogueManifest(folder)
  const recordOf = (name: string): FileRecord => {
    const record = files[name]
    if (record === undefined) throw new Error(`its manifest does not name ${name}`)
    return record
  }
  const json = readShared(join(folder, NAMES.catalogue), recordOf(NAMES.catalogue))
  const facts = JSON.parse(Buffer.from(new Uint8Array(json)).toString('utf8')) as Omit<Catalogue, 'assets'>
  const table = readShared(join(folder, NAMES.table), recordOf(NAMES.table))
  const fd = openChecked(join(folder, NAMES.data), recordOf(NAMES.data))
  return storedCatalogue(facts, { table, data: { fd } }, [fd])
}

/** Reads what a finished catalogue says of its files. Throws when it is missing, damaged or of another format. */
export function readCatalogueManifest(folder: string): Manifest {
  const manifest = readSealedJson(join(folder, NAMES.manifest)) as Manifest
  if (manifest.format !== CATALOGUE_FORMAT) throw new Error(`its format is ${manifest.format}, not ${CATALOGUE_FORMAT}`)
  return manifest
}

/** Returns the catalogue with its assets read from the store, so that nothing refers to the assets of the build. */
export function storedCatalogue(
  facts: Omit<Catalogue, 'assets'>,
  assets: RecordStoreParts,
  descriptors: readonly number[],
): StoredCatalogue {
  const { version, changedAt, icons, sets, categories, synonyms, knownWords, nearby, faults } = facts
  const catalogue: Catalogue = {
    version,
    changedAt,
    icons,
    sets,
    categories,
    synonyms,
    knownWords,
    nearby,
    faults,
    *assets() {
      const store = openRecordStore(assets)
      for (const { records } of icons) {
        for (const { id, formats } of records) {
          for (const { ext } of formats) {
            const asset = readAssetSync(store, id, ext)
            if (asset !== null) yield { id, ext, ...asset }
          }
        }
      }
    },
  }
  return { catalogue, assets, descriptors }
}
