import { readFileSync } from 'node:fs'
import type { SourceIcons } from '../../src/icons/build/source-icon.ts'
import { readIconifySource } from '../../src/icons/build/sources/iconify-source.ts'
import { readManifestSource } from '../../src/icons/build/sources/manifest-source.ts'
import { readStrokeSource } from '../../src/icons/build/sources/stroke-source.ts'
import { readSources, type FolderSource, type Source } from '../../src/icons/build/sources.ts'

/** @returns the original SVG files of all sets that come with the service, by name */
export function ownSvgSources(): Map<string, string> {
  const files = new Map<string, string>()
  for (const source of readSources('content').sources) {
    if (source.type === 'folder') continue
    const { icons } = readOwn(source)
    for (const { svg } of icons) {
      if (svg !== null) files.set(svg.file, svg.text ?? readFileSync(svg.path, 'utf8'))
    }
  }
  return files
}

function readOwn(source: Exclude<Source, FolderSource>): SourceIcons {
  if (source.type === 'iconify') return readIconifySource(source)
  return source.type === 'strokes' ? readStrokeSource(source) : readManifestSource(source)
}
