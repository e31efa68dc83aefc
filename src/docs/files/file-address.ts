import { decodePercent } from '../../shared/decode-percent.ts'
import { encodePath } from '../../shared/encode-path.ts'

const NAME_LIMIT_CHARS = 120
const ADDRESS = /^\/files\/([0-9a-f]{32})\/([^/?#]+)$/

/** Path of a file below the address of the documentation. It changes with the bytes of the file. */
export function fileAddress(hash: string, name: string): string {
  return `/files/${hash}/${encodePath(name)}`
}

/** Whether an address is that of a file which was placed. */
export function isFileAddress(address: string): boolean {
  return ADDRESS.test(address)
}

/** Hash and name of the path of a request, as it came; null: no file has it. */
export function parseFileAddress(path: string): { readonly hash: string; readonly name: string } | null {
  const [, hash, name] = ADDRESS.exec(path) ?? []
  if (hash === undefined || name === undefined) return null
  const decoded = decodePercent(name)
  return decoded === null ? null : { hash, name: decoded }
}

/** Last part of a path as a name that neither ends an address nor hides the type of the file. */
export function safeName(path: string): string {
  const name = path
    .slice(path.lastIndexOf('/') + 1)
    .normalize('NFC')
    // Marks that turn the direction of a text could show another extension.
    .replace(/[\p{C}\\/:*?"<>|%;]/gu, '-')
  const dot = name.lastIndexOf('.')
  const extension = name.slice(dot)
  return `${Array.from(name.slice(0, dot)).slice(0, NAME_LIMIT_CHARS).join('')}${extension}`
}
