import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import { z } from 'zod'
import type { CatalogueFault } from './catalogue.ts'
import type { Guide } from './icons-service.ts'
import { reasonOf } from '../shared/reason.ts'

/** Address that guides are written with. The host's own takes its place when they are served. */
const WRITTEN_FOR = 'http://localhost:4002'
const FILE = /^([a-z0-9-]+)\.md$/
/** Slug of the list of guides. */
const INDEX_SLUG = 'index'
const FILE_LIMIT_BYTES = 1024 * 1024
const FRONT_MATTER = /^---\r?\n([\s\S]*?)\r?\n---\r?\n/

const frontMatter = z.object({
  title: z.string().min(1).max(200),
  description: z.string().min(1).max(500),
  order: z.number().default(1000),
})

/**
 * Reads `content/guides/*.md` in the order of their front matter. A file that cannot be used is a fault and left out. A
 * missing folder has no guides.
 * @throws Error when the folder is there and cannot be read
 */
export function readGuides(contentDir: string): { guides: Guide[]; faults: CatalogueFault[] } {
  const folder = join(contentDir, 'guides')
  const faults: CatalogueFault[] = []
  const found: (Guide & { readonly order: number })[] = []
  for (const name of namesIn(folder)) {
    const slug = FILE.exec(name)?.[1]
    try {
      if (slug === undefined || slug === INDEX_SLUG)
        throw new Error('a guide is named <slug>.md, of a-z, 0-9 and -, and not index')
      found.push(readGuide(join(folder, name), slug))
    } catch (error) {
      faults.push({ file: `guides/${name}`, reason: reasonOf(error) })
    }
  }
  const guides = found
    .toSorted((a, b) => a.order - b.order || (a.slug < b.slug ? -1 : 1))
    .map(({ order: _order, ...guide }) => guide)
  return { guides, faults }
}

function readGuide(path: string, slug: string): Guide & { readonly order: number } {
  if (statSync(path).size > FILE_LIMIT_BYTES) throw new Error(`larger than ${FILE_LIMIT_BYTES} bytes`)
  const text = new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(path))
  const head = FRONT_MATTER.exec(text)
  if (head === null) throw new Error('it has no front matter with title and description')
  const { description, order, title } = frontMatter.parse(parse(head[1] ?? ''))
  const markdown = text.slice(head[0].length).trimStart()
  return { slug, title, description, order, markdown }
}

/** The guide as a host of that origin serves it. */
export function guideFor<G extends Pick<Guide, 'markdown'>>(guide: G, siteUrl: string): G {
  return { ...guide, markdown: guide.markdown.replaceAll(WRITTEN_FOR, siteUrl) }
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder).toSorted()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
}
