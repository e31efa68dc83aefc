import { closeSync, cpSync, existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Test } from 'tap'
import {
  besidePath,
  generationPath,
  pointerText,
  POINTER_NAME,
  type Pointer,
} from '../../src/generation/artefact/layout.ts'
import { fileFolder, filePath } from '../../src/generation/disk/file-store.ts'
import { filesBeside } from '../../src/generation/disk/generation-folder.ts'
import { GenerationList } from '../../src/generation/disk/generation-list.ts'
import { readManifest } from '../../src/generation/disk/manifest.ts'
import { prepareDocs } from '../../src/generation/prepare-docs.ts'
import { contentTree, temporaryFolder, writeFiles, type Files } from './content-tree.ts'

export interface Publisher {
  /** Folder of the artefact. */
  readonly out: string
  /** Builds the content with these files in it, and points to it. Resolves to its hash. */
  readonly publish: (files: Files, more?: Partial<Pointer>) => Promise<string>
  /** Points to a generation that was published before. */
  readonly point: (hash: string, more?: Partial<Pointer>) => void
}

/** Makes artefacts in a folder, as `signpost build` does. */
export async function createPublisher(t: Test): Promise<Publisher> {
  const out = await temporaryFolder(t)
  const contentDir = await contentTree(t, {})
  const dataDir = await temporaryFolder(t)
  const events = { progress: () => undefined, faults: () => undefined, log: () => undefined }

  function point(generation: string, more: Partial<Pointer> = {}): void {
    const { pageCounts } = readManifest(join(out, 'generations', generation))
    const path = join(out, POINTER_NAME)
    writeFileSync(`${path}.new`, pointerText({ generation, madeBy: 'a test', pages: pageCounts, ...more }))
    renameSync(`${path}.new`, path)
  }

  return {
    out,
    point,
    async publish(files, more) {
      await writeFiles(contentDir, files)
      const request = { contentDir, dataDir, siteUrl: 'http://localhost:4000' }
      const built = await prepareDocs({ ...request, current: null }, events)
      if (built.outcome === 'unchanged') throw new Error('nothing was built')
      built.opened.descriptors.forEach((fd) => closeSync(fd))
      const { content, number } = built.opened.docs
      const folder = new GenerationList(dataDir).folderOf(number)
      const to = join(out, generationPath(content, ''))
      cpSync(folder, to, { recursive: true })
      rmSync(join(to, 'built.json'), { force: true })
      for (const { hash } of filesBeside(folder)) {
        const path = join(out, besidePath(hash))
        mkdirSync(join(path, '..'), { recursive: true })
        if (!existsSync(path)) cpSync(filePath(fileFolder(dataDir), hash), path)
      }
      point(content, more)
      return content
    },
  }
}
