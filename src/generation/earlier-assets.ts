import { closeSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { MadeAssets } from '../icons/build/assets/make-assets.ts'
import type { ReusableAssets } from '../icons/build/assets/reuse.ts'
import { fingerprintTools } from '../icons/build/source-fingerprint.ts'
import type { CatalogueRecord } from '../icons/catalogue.ts'
import { builderFingerprint } from './builder-fingerprint.ts'
import { readCatalogueFolder, type StoredCatalogue } from './disk/catalogue-folder.ts'
import { readAssetSync } from './records/asset-record.ts'
import { openRecordStore } from './records/record-store.ts'

/** Code that determines the assets of given files. */
const CODE = [
  'icons/build/assets',
  'icons/build/lottie',
  'icons/build/svg',
  'icons/build/read-file.ts',
  'shared/encode-png.ts',
  'shared/read-lottie.ts',
  'svg',
]

/** Assets of an earlier catalogue. Close them when the new one has been read. */
export interface EarlierAssets extends ReusableAssets {
  close(): void
}

/**
 * Offers the assets of the catalogue used last, so that a change of words, or of one icon, makes only what is new.
 * Without a usable catalogue it offers none.
 *
 * @param folders Folders of catalogues. The first that has a usable one counts.
 * @param finished Matches the names of finished ones.
 */
export function openEarlierAssets(folders: readonly string[], finished: RegExp): EarlierAssets {
  const code = `${builderFingerprint(CODE)} ${fingerprintTools()}`
  const stored = folders.reduce<StoredCatalogue | null>((found, folder) => found ?? newestOf(folder, finished), null)
  if (stored === null) return { code, find: () => null, close: () => undefined }
  const records = new Map(stored.catalogue.icons.flatMap((icon) => icon.records.map((record) => [record.id, record])))
  const store = openRecordStore(stored.assets)
  return {
    code,
    find(id, madeFrom) {
      const record = records.get(id)
      if (record === undefined || madeFrom === '' || record.madeFrom !== madeFrom) return null
      const assets = record.formats.flatMap(({ ext }) => {
        const asset = readAssetSync(store, id, ext)
        return asset === null ? [] : [{ id, ext, ...asset }]
      })
      return assets.length < record.formats.length ? null : { facts: factsOf(record), assets, faults: [] }
    },
    close: () => stored.descriptors.forEach((fd) => closeSync(fd)),
  }
}

function newestOf(folder: string, finished: RegExp): StoredCatalogue | null {
  try {
    const [newest] = readdirSync(folder)
      .filter((name) => finished.test(name))
      .map((name) => ({ name, usedAt: statSync(join(folder, name)).mtimeMs }))
      .toSorted((left, right) => right.usedAt - left.usedAt)
    return newest === undefined ? null : readCatalogueFolder(join(folder, newest.name))
  } catch {
    // A damaged catalogue is of no use; everything is made anew.
    return null
  }
}

function factsOf({ durationMs, frameRate, height, madeLoop, width }: CatalogueRecord): MadeAssets['facts'] {
  return { width, height, frameRate, durationMs, loop: madeLoop }
}
