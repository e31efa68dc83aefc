import type { ContentFault } from '../model/content-fault.ts'
import type { Block, Image } from '../model/page-model.ts'
import { joinThemes } from '../model/themes.ts'
import { forEachInline } from '../model/visit-inline.ts'
import { isFileAddress } from './file-address.ts'
import type { FileResolver, FoundFile } from './file-resolver.ts'
import { fileType } from './file-types.ts'
import { refusal, type PlacedFiles, type Placement, type Refusal } from './placed-files.ts'
import { quoted } from '../paths.ts'
import { scaledCandidates } from './scaled-address.ts'

/** The page whose images are placed. */
export interface PageOfFiles {
  /** Path of its file below the content directory. */
  readonly file: string
  /** Line of the file that has an address; 1 where it is not known. */
  readonly lineOf: (address: string) => number
}

/** The files to which the images and links of pages lead. */
export interface PageFiles {
  /** Joins the images of a page that are for one theme each, and gives all the addresses of their files. Those without one stay, and are faults. */
  placeImages(blocks: Block[], page: PageOfFiles, faults: ContentFault[]): void
  /** Where a link leads that leads to no page; null: to no file either. */
  readonly link: (target: string, fromFile: string) => Placement | null
}

/** Address of a file, or why it is not served. */
export type LinkedFile = { readonly address: string } | { readonly refusal: Refusal }

/** Where links lead that lead to no page; null: to no file either. */
export type FindFile = (target: string, fromFile: string) => LinkedFile | null

const ELSEWHERE = /^(?:[a-z][a-z\d+.-]*:|\/\/|#|$)/i
/** Hidden names, but for that in which GitBook keeps its images. */
const HIDDEN = /(?:^|\/)\.(?!gitbook\/)[^./]/
/** Faults of one page that are reported one by one. */
const FAULT_LIMIT = 20

/** @param siteUrl address of the site, whose whole addresses lead to files of the content too; null: it is not known */
export function createPageFiles(resolver: FileResolver, files: PlacedFiles, siteUrl: string | null = null): PageFiles {
  const origin = siteUrl !== null && URL.canParse(siteUrl) ? new URL(siteUrl).origin : null

  /** The file to which a whole address of the site itself leads; null: it leads elsewhere. */
  function ownFile(address: string, fromFile: string): FoundFile | null {
    const isOwn = origin !== null && address.startsWith(`${origin}/`)
    return isOwn && !HIDDEN.test(address) ? resolver.find(address.slice(origin.length), fromFile) : null
  }

  /** Null: the image is not one of the content. */
  function place(address: string, fromFile: string): Placement | null {
    if (address === '') return refusal('missing_image', 'the address is missing, or made by a program')
    if (isFileAddress(address)) return null
    const type = fileType(address.replace(/[?#].*$/s, ''))
    const isShown = type?.image === true || /^(?:video|audio)\/|^text\/vtt/.test(type?.mediaType ?? '')
    if (ELSEWHERE.test(address)) {
      const own = isShown ? ownFile(address, fromFile) : null
      return own === null ? null : placeFound(own)
    }
    if (!isShown) return refusal('bad_file', 'this is no type of file that is shown or played')
    const found = resolver.find(address, fromFile)
    if (found !== null) return placeFound(found)
    if (HIDDEN.test(address)) return refusal('bad_file', 'files with hidden names are not served')
    return refusal('missing_image', 'there is no such file')
  }

  function placeFound(found: FoundFile): Placement {
    return 'code' in found ? { refusal: found } : files.place(found)
  }

  return {
    link(target, fromFile) {
      if (ELSEWHERE.test(target) || fileType(target.replace(/[?#].*$/s, '')) === null) return null
      const found = resolver.find(target, fromFile)
      return found === null ? null : placeFound(found)
    },

    placeImages(blocks, { file, lineOf }, faults) {
      let reported = 0
      const told = new Set<string>()
      const fault = (address: string, { code, message }: Refusal): void => {
        // All images of one address have the same place, the first on the page.
        if (!told.has(address) && reported++ < FAULT_LIMIT) {
          told.add(address)
          faults.push({ file, line: lineOf(address), code, message: `${quoted(address)}: ${message}` })
        }
      }

      function placed(address: string): Extract<Placement, { address: string }> | null {
        const placement = place(address, file)
        if (placement === null || 'address' in placement) return placement
        fault(address, placement.refusal)
        return null
      }

      joinThemes(blocks)
      forEachInline(blocks, (part) => {
        if (part.kind !== 'image') return
        const { candidates = [], dark, poster, tracks = [] } = part
        delete part.candidates
        delete part.dark
        delete part.poster
        delete part.tracks
        const placement = placed(part.source)
        if (placement === null) return
        part.source = placement.address
        setSize(part, placement.served)
        const other = dark === undefined ? null : placed(dark)
        if (other !== null) part.dark = other.address
        const still = poster === undefined ? null : placed(poster)
        if (still !== null) part.poster = still.address
        const texts = tracks.flatMap((track) => {
          const text = placed(track.source)
          return text === null ? [] : [{ ...track, source: text.address }]
        })
        if (texts.length > 0) part.tracks = texts
        const found = candidates.flatMap(({ descriptor, source }) => {
          const candidate = placed(source)
          return candidate === null ? [] : [{ source: candidate.address, descriptor }]
        })
        const set = found.length > 1 ? found : scaledCandidates(placement.address, placement.served.width ?? 0)
        if (set.length > 0) part.candidates = set
      })
    },
  }
}

/** Completes the size that the author gave by the proportions of the file, or takes the file's own. */
function setSize(image: Image, own: { readonly width: number | null; readonly height: number | null }): void {
  if (own.width === null || own.height === null) return
  const { height, width } = image
  image.width ??= height === undefined ? own.width : Math.max(1, Math.round((height * own.width) / own.height))
  image.height ??= width === undefined ? own.height : Math.max(1, Math.round((width * own.height) / own.width))
}
