import { join } from 'node:path'
import { z } from 'zod'
import type { CatalogueFault } from '../../catalogue.ts'
import { findPackage, readPackageJson } from '../packages.ts'
import { titleOf, type SourceIcon, type SourceIcons } from '../source-icon.ts'
import { CatalogueError, type ManifestSource } from '../sources.ts'
import { ICON_ID } from '../../icon-record.ts'

const MANIFEST = z.object({
  styles: z.array(z.string()),
  categories: z.array(
    z.object({ slug: z.string(), icons: z.array(z.object({ slug: z.string(), animated: z.boolean() })) }),
  ),
})

/** Lists the animated icons of a pair of packages, one of Lottie files and one of SVG files with the same names. */
export function readManifestSource(source: ManifestSource): SourceIcons {
  const { id: set, license, author, tags } = source
  const lottie = findPackage(source.lottie)
  const svg = findPackage(source.svg)
  const parsed = MANIFEST.safeParse(readPackageJson(lottie, 'manifest.json'))
  if (!parsed.success) throw new CatalogueError(`${lottie.name}/manifest.json cannot be used: ${parsed.error.message}`)
  const faults: CatalogueFault[] = []
  const icons: SourceIcon[] = []
  for (const { slug, icons: entries } of parsed.data.categories) {
    const category = source.categories[slug]
    if (category === undefined) {
      faults.push({
        file: `${lottie.name}/manifest.json`,
        reason: `the category "${slug}" of ${set} has no counterpart`,
      })
      continue
    }
    for (const { slug: name, animated } of entries) {
      if (!animated) continue
      if (!ICON_ID.test(name)) {
        faults.push({ file: `${lottie.name}/manifest.json`, reason: 'an icon has a name that cannot be part of an id' })
        continue
      }
      for (const style of source.styles) {
        icons.push({
          set,
          name,
          title: titleOf(name),
          style,
          category,
          aliases: [],
          tags,
          loop: null,
          svg: { file: `${svg.name}/${style}/${name}.svg`, path: join(svg.folder, style, `${name}.svg`) },
          lottie: { file: `${lottie.name}/${style}/${name}.json`, path: join(lottie.folder, style, `${name}.json`) },
          license,
          author,
          source: { package: lottie.name, version: lottie.version },
        })
      }
    }
  }
  return { icons, changedAt: 0, faults }
}
