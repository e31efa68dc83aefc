import { strToU8, zipSync } from 'fflate'

/** The earliest time that a zip can hold. It is fixed, so that the same animation yields the same bytes. */
const MODIFIED = new Date(1980, 0, 1)

/**
 * Packs one animation as a dotLottie file, version 2: `manifest.json` and `a/<id>.json` in a zip. It does not use the
 * system's zlib, whose bytes differ between versions and processors.
 */
export function toDotLottie(id: string, lottie: Uint8Array): Uint8Array {
  const manifest = { version: '2', generator: 'signpost', animations: [{ id }] }
  const options = { level: 9, mtime: MODIFIED } as const
  return zipSync({ 'manifest.json': [strToU8(JSON.stringify(manifest)), options], [`a/${id}.json`]: [lottie, options] })
}
