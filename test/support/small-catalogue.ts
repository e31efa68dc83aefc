import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Test } from 'tap'
import { buildCatalogue, type CatalogueBuild } from './build-catalogue.ts'
import { contentTree, temporaryFolder } from './content-tree.ts'
import { CIRCLE_SVG, folderSources, SQUARE_LOTTIE } from './small-icons.ts'

/** Two icons, one of each format. */
const SMALL_CONTENT = {
  'icons/sources.json': folderSources(),
  'icons/synonyms.json': '{"groups": [["circle", "ring"]], "words": {}, "names": {}}',
  'icons/own/circle.svg': CIRCLE_SVG,
  'icons/own/square.json': SQUARE_LOTTIE,
}

export interface SmallCatalogue {
  readonly contentDir: string
  readonly dataDir: string
  readonly folder: string
  readonly build: () => Promise<CatalogueBuild>
  /** @returns the names of the files in the folder */
  readonly names: () => string[]
}

/** Makes the content of a small catalogue and a folder for its build. Both are removed when the test ends. */
export async function smallCatalogue(t: Test): Promise<SmallCatalogue> {
  const contentDir = await contentTree(t, SMALL_CONTENT)
  const dataDir = await temporaryFolder(t)
  const folder = join(dataDir, 'catalogues')
  return {
    contentDir,
    dataDir,
    folder,
    build: () => buildCatalogue(contentDir, dataDir),
    names: () => readdirSync(folder),
  }
}
