import { readFileSync } from 'node:fs'
import { readIconifySource } from '../../src/icons/build/sources/iconify-source.ts'
import { readManifestSource } from '../../src/icons/build/sources/manifest-source.ts'
import { readSources } from '../../src/icons/build/sources.ts'

/** @returns the original SVG files of all sets that come with the service, by name */
export function ownSvgSources(): Map<string, string> {
  const files = new Map<string, string>()
  for (const source of readSources('content').sources) {
    if (source.type === 'folder') continue
    const { icons } = source.type === 'iconify' ? readIconifySource(source) : readManifestSource(source)
    for (const { svg } of icons) {
      if (svg !== null) files.set(svg.file, svg.text ?? readFileSync(svg.path, 'utf8'))
    }
  }
  return files
}
