// Entry of a thread that makes assets, one request after another.
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

// The first message reports that the thread is ready.
parentPort?.postMessage(null)

/** Copies an asset out of shared buffers, which could not be transferred. `memory` collects the buffers of the copies. */
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
