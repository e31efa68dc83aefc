import type { CatalogueAsset } from '../../icons/catalogue.ts'
import type { IconExtension } from '../../icons/icon-record.ts'
import type { IconAsset } from '../../icons/icons-service.ts'
import type { NewRecord } from './pack-records.ts'
import type { RecordStore, StoredRecord } from './record-store.ts'

/** Lengths of the parts of a body: the file, its brotli form and its gzip form. A form that does not pay has 0 bytes. */
interface AssetMeta {
  readonly mediaType: string
  readonly sha256: string
  readonly bytes: number
  readonly br: number
  readonly gzip: number
}

export function toAssetRecord(asset: CatalogueAsset): NewRecord {
  const { id, ext, mediaType, sha256, bytes, br, gzip } = asset
  const meta: AssetMeta = { mediaType, sha256, bytes: bytes.length, br: br?.length ?? 0, gzip: gzip?.length ?? 0 }
  return {
    key: assetKey(id, ext),
    meta: JSON.stringify(meta),
    body: [bytes, ...(br ? [br] : []), ...(gzip ? [gzip] : [])],
  }
}

/** Reads an asset; null when there is no such file. Rejects when the store cannot be read. */
export async function readAsset(store: RecordStore, id: string, ext: IconExtension): Promise<IconAsset | null> {
  const index = store.find(assetKey(id, ext))
  return index === -1 ? null : fromRecord(await store.read(index))
}

/** Reads an asset synchronously, for threads without other work. Throws when the store cannot be read. */
export function readAssetSync(store: RecordStore, id: string, ext: IconExtension): IconAsset | null {
  const index = store.find(assetKey(id, ext))
  return index === -1 ? null : fromRecord(store.readSync(index))
}

function fromRecord({ meta, body }: StoredRecord): IconAsset {
  const { mediaType, sha256, bytes, br, gzip } = JSON.parse(meta) as AssetMeta
  return {
    mediaType,
    sha256,
    bytes: body.subarray(0, bytes),
    ...(br === 0 ? {} : { br: body.subarray(bytes, bytes + br) }),
    ...(gzip === 0 ? {} : { gzip: body.subarray(bytes + br, bytes + br + gzip) }),
  }
}

function assetKey(id: string, ext: IconExtension): string {
  return `${id}.${ext}`
}
