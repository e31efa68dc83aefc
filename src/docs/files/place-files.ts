import type { ContentFault, FaultCode } from '../content.ts'
import { inlinesOf } from '../model/inlines.ts'
import type { Block, Image, Inline, Link, Panel } from '../model/page-model.ts'
import { forEachBlock } from '../model/sections.ts'
import type { FileResolver } from './file-resolver.ts'
import { fileType } from './file-types.ts'
import type { PlacedFiles, Placement } from './placed-files.ts'

/** The page whose images and links are placed. */
export interface PlacedPage {
  /** Name of its file in faults. */
  readonly file: string
  /** Path of its file below the root of the resolver's files. */
  readonly fromFile: string
  /** Line of the file that has an address; 1 where it is not known. */
  readonly lineOf: (address: string) => number
}

/** Gives the images and links of a page the addresses of the files to which they lead. */
export type PlaceFiles = (blocks: readonly Block[], page: PlacedPage, faults: ContentFault[]) => void

/** Addresses of the service itself that look like files. */
const OWN_ADDRESS = /^\/(?:(?:en|zh|ko)\/)?(?:llms(?:-full)?\.txt|openapi\.json)$|^\/(?:api|files|\.well-known|_)\//
const ELSEWHERE = /^(?:[a-z][a-z\d+.-]*:|\/\/|#|$)/i
/** Faults of one page that are reported one by one. */
const FAULT_LIMIT = 20

export function createPlaceFiles(resolver: FileResolver, files: PlacedFiles): PlaceFiles {
  return (blocks, page, faults) => {
    let found = 0
    const fault = (address: string, code: FaultCode, message: string): void => {
      found += 1
      if (found <= FAULT_LIMIT) faults.push({ file: page.file, line: page.lineOf(address), code, message })
      else if (found === FAULT_LIMIT + 1) {
        faults.push({ file: page.file, line: 1, code, message: 'further images and links of the page have faults' })
      }
    }

    /** Null: the address stays as it is. */
    function placed(address: string, isImage: boolean): Extract<Placement, { address: string }> | null {
      if (ELSEWHERE.test(address) || OWN_ADDRESS.test(address)) return null
      const type = fileType(address.replace(/[?#].*$/s, ''))
      if (type === null || (isImage && !type.image)) {
        if (isImage) fault(address, 'bad_file', `${shown(address)} is of no type that is shown as an image`)
        return null
      }
      const target = resolver.find(address, page.fromFile)
      if (target?.kind === 'file') {
        const placement = files.place(target.file)
        if (!('refusal' in placement)) return placement
        fault(address, placement.refusal.code, `${shown(address)}: ${placement.refusal.message}`)
      } else if (target?.kind === 'hidden') {
        fault(address, 'bad_file', `${shown(address)} has a hidden name, and hidden files are not served`)
      } else if (isImage) fault(address, 'missing_image', `there is no file ${shown(address)} beside the page`)
      else if (target === null) fault(address, 'dead_link', `there is no file ${shown(address)} beside the page`)
      return null
    }

    function placeImage(image: Image): void {
      const placement = placed(image.source, true)
      if (placement === null) {
        delete image.candidates
        return
      }
      const { height, width } = placement.served
      image.source = placement.address
      if (width !== null && height !== null) Object.assign(image, sized(image, width / height, { width, height }))
      const candidates = (image.candidates ?? []).flatMap(({ descriptor, source }) => {
        const candidate = placed(source, true)
        return candidate === null ? [] : [{ source: candidate.address, descriptor }]
      })
      if (candidates.length > 1) image.candidates = candidates
      else delete image.candidates
    }

    function placeLink(link: Link | Panel): void {
      if (link.target === null) return
      const placement = placed(link.target, false)
      if (placement !== null) link.target = placement.address
    }

    function placeInline(content: readonly Inline[]): void {
      for (const part of content) {
        if (typeof part === 'string') continue
        if (part.kind === 'image') placeImage(part)
        else if (part.kind === 'link') placeLink(part)
        if (part.kind === 'link' || part.kind === 'span') placeInline(part.content)
      }
    }

    forEachBlock(blocks, (block) => {
      if (block.kind === 'panel') placeLink(block)
      for (const content of inlinesOf(block)) placeInline(content)
    })
  }
}

/** The size that the author gave, completed by the proportions of the file; else the file's own. */
function sized(
  { height, width }: Image,
  ratio: number,
  own: { readonly width: number; readonly height: number },
): { readonly width: number; readonly height: number } {
  if (width !== undefined && height !== undefined) return { width, height }
  if (width !== undefined) return { width, height: Math.max(1, Math.round(width / ratio)) }
  if (height !== undefined) return { width: Math.max(1, Math.round(height * ratio)), height }
  return own
}

function shown(address: string): string {
  return address.length <= 200 ? address : `${address.slice(0, 200)}…`
}
