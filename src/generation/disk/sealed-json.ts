import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'

/** JSON text of an object with its own checksum in the member `sha256`. */
export function sealJson(value: object): string {
  return `${JSON.stringify({ ...value, sha256: checksum(value) }, null, 2)}\n`
}

/** Reads a sealed file. Throws when it is missing or does not match its checksum. */
export function readSealedJson(path: string): unknown {
  return openSealedJson(readFileSync(path, 'utf8'))
}

/** Reads the text of a sealed file. Throws when it does not match its checksum. */
export function openSealedJson(text: string): unknown {
  const { sha256, ...value } = JSON.parse(text) as Readonly<Record<string, unknown>>
  if (sha256 !== checksum(value)) throw new Error('the manifest does not match its checksum')
  return value
}

function checksum(value: object): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('hex')
}
