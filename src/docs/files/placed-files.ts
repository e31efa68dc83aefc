import { UnusableFileError } from '../../shared/unusable-file-error.ts'
import type { FaultCode } from '../model/content-fault.ts'
import { fileAddress, safeName } from './file-address.ts'
import type { FileKeeper } from './file-keeper.ts'
import { FILE_LIMIT_BYTES, serveFile, type PlacedFile, type ServedFile } from './serve-file.ts'
import type { WalkedFile } from '../tree/walk-folder.ts'

export interface Refusal {
  readonly code: FaultCode
  readonly message: string
}

export type Placement = { readonly address: string; readonly served: ServedFile } | { readonly refusal: Refusal }

/** The files to which the pages that were read lead, each once. */
export interface PlacedFiles {
  /**
   * Takes a file among them, and gives its address.
   * @param known what is served of it, where it was read elsewhere
   */
  place(file: WalkedFile, known?: ServedFile): Placement
  /** Files in the order in which they were first placed. */
  readonly all: ReadonlyMap<string, PlacedFile>
}

/** Called each time when a page leads to a file, with what is served of it; null: it is refused. */
export type OnPlaced = (file: WalkedFile, served: ServedFile | null) => void

/** A text that changes with the bytes of a file. */
export function stateOf({ modified, sizeBytes }: WalkedFile): string {
  return `${sizeBytes} ${modified}`
}

const COUNT_LIMIT = 100_000
const TOTAL_LIMIT_BYTES = 4 * 1_073_741_824

export interface PlacedFilesLimits {
  readonly count: number
  readonly totalBytes: number
}

export function createPlacedFiles(
  keeper: FileKeeper,
  limits: PlacedFilesLimits = { count: COUNT_LIMIT, totalBytes: TOTAL_LIMIT_BYTES },
  onPlaced: OnPlaced = () => {},
): PlacedFiles {
  const all = new Map<string, PlacedFile>()
  const placements = new Map<string, Placement>()
  let totalBytes = 0

  function place(file: WalkedFile, known?: ServedFile): Placement {
    let placement = placements.get(file.file)
    if (placement === undefined) placements.set(file.file, (placement = placeFirst(file, known)))
    onPlaced(file, 'address' in placement ? placement.served : null)
    return placement
  }

  function placeFirst(file: WalkedFile, known: ServedFile | undefined): Placement {
    if (file.sizeBytes > FILE_LIMIT_BYTES) {
      return refusal('too_large', `the file has ${file.sizeBytes} bytes; ${FILE_LIMIT_BYTES} is the limit`)
    }
    const served = serve(file, known)
    if ('refusal' in served) return served
    const name = safeName(file.file)
    const address = fileAddress(served.hash, name)
    if (!all.has(address)) {
      if (all.size >= limits.count) return refusal('too_many', `pages lead to more than ${limits.count} files`)
      if (totalBytes + served.sizeBytes > limits.totalBytes) {
        return refusal('too_many', `the files of all pages have more than ${limits.totalBytes} bytes`)
      }
      totalBytes += served.sizeBytes
      all.set(address, { ...served, name })
    }
    return { address, served }
  }

  function serve(file: WalkedFile, known: ServedFile | undefined): ServedFile | { readonly refusal: Refusal } {
    const state = `${file.realPath}\0${file.file}\0${file.sizeBytes}\0${file.modified}`
    const recalled = keeper.recall(state)
    if (recalled !== null) return recalled
    if (known !== undefined && keeper.adopt?.(state, known) === true) return known
    try {
      const { bytes, served } = serveFile(file)
      if (keeper.keep(state, served, bytes)) return served
      return refusal('unreadable', 'the file cannot be kept in DATA_DIR, so it is not served')
    } catch (error) {
      if (!(error instanceof UnusableFileError)) throw error
      return refusal('bad_file', `the file is not served: ${error.message}`)
    }
  }

  return { place, all }
}

export function refusal(code: FaultCode, message: string): { readonly refusal: Refusal } {
  return { refusal: { code, message } }
}
