import type { ContentFault } from '../model/content-fault.ts'
import type { FileKeeper } from '../files/file-keeper.ts'
import { fileType } from '../files/file-types.ts'
import { createPlacedFiles } from '../files/placed-files.ts'
import type { PlacedFile } from '../files/serve-file.ts'
import type { WalkedFile } from '../tree/walk-folder.ts'
import type { SiteConfig } from './site-config.ts'
import { SITE_FILE, type SiteFile } from './site-file.ts'
import { findInside } from './inside.ts'
import { imagesOf, type LookImage } from './site-look.ts'

/** Images of `site.yaml` as pages show them. */
export interface PlacedLook {
  readonly images: ReadonlyMap<string, LookImage>
  /** Their files, by their addresses. */
  readonly files: ReadonlyMap<string, PlacedFile>
  readonly faults: readonly ContentFault[]
}

/** Takes the images that `site.yaml` names among the files that are served. One that cannot be is a fault. */
export function placeLook(contentDir: string, { config, placeOf }: SiteFile, keeper: FileKeeper): PlacedLook {
  const placed = createPlacedFiles(keeper)
  const images = new Map<string, LookImage>()
  const faults: ContentFault[] = []
  for (const { member, path } of imagesOf(config)) {
    const fault = (code: ContentFault['code'], message: string): void => {
      faults.push({ file: SITE_FILE, ...placeOf(member), code, message: `${member.join('.')}: ${message}` })
    }
    const file = fileAt(contentDir, path)
    if (typeof file === 'string') {
      fault('missing_image', file)
      continue
    }
    const placement = placed.place(file)
    if ('refusal' in placement) fault(placement.refusal.code, placement.refusal.message)
    else {
      const { height, width } = placement.served
      images.set(path, { src: placement.address, mediaType: fileType(path)?.mediaType ?? '', width, height })
    }
  }
  return { images, files: placed.all, faults }
}

/** A text that changes when an image that `site.yaml` names does. */
export function lookState(contentDir: string, config: SiteConfig): string {
  const states = imagesOf(config).map(({ path }) => {
    const file = fileAt(contentDir, path)
    return typeof file === 'string' ? path : `${path}\0${file.sizeBytes}\0${file.modified}`
  })
  return states.join('\n')
}

/** The files of the images that `site.yaml` names and the content has. */
export function lookFiles(contentDir: string, config: SiteConfig): WalkedFile[] {
  return imagesOf(config).flatMap(({ path }) => {
    const file = fileAt(contentDir, path)
    return typeof file === 'string' ? [] : file
  })
}

/** A file of the content, or why there is none. */
function fileAt(contentDir: string, path: string): WalkedFile | string {
  const found = findInside(contentDir, path, 'file')
  if (typeof found === 'string') return found
  const { realPath, stats } = found
  return { file: path, realPath, sizeBytes: stats.size, modified: `${stats.mtimeMs} ${stats.ctimeMs}` }
}
