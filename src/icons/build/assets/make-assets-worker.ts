// The entry of a thread that makes assets, one request after another.
import { parentPort } from 'node:worker_threads'
import type { CatalogueAsset } from '../../catalogue.ts'
import { makeAssets, type AssetRequest, type MadeAssets } from './make-assets.ts'
import { createStillPainter } from './still.ts'
import type { Success } from '../../../shared/result.ts'

const painter = await createStillPainter()

parentPort?.on('message', (request: AssetRequest) => {
  const made = makeAssets(request, painter)
  const memory: ArrayBuffer[] = []
  const assets = made.assets.map((asset) => withOwnMemory(asset, memory))
  parentPort?.postMessage({ ok: true, value: { ...made, assets } } satisfies Success<MadeAssets>, memory)
})

// Says that it is ready.
parentPort?.postMessage(null)

/** Small buffers share memory with others, which would have to go along. `memory` gets what the copies lie in. */
function withOwnMemory(asset: CatalogueAsset, memory: ArrayBuffer[]): CatalogueAsset {
  const copy = (bytes: Uint8Array): Uint8Array => {
    const own = Uint8Array.from(bytes)
    memory.push(own.buffer)
    return own
  }
  const { bytes, br, gzip } = asset
  return {
    ...asset,
    bytes: copy(bytes),
    ...(br === undefined ? {} : { br: copy(br) }),
    ...(gzip === undefined ? {} : { gzip: copy(gzip) }),
  }
}
