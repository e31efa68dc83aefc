import { existsSync } from 'node:fs'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Locale } from '../../src/shared/locale.ts'
import { readCorpusDocuments, type CorpusDocument } from '../corpus.ts'

/** The last file to be written. Without it, the tree is from an interrupted run. */
const COMPLETE = '.complete'

/**
 * Writes a family of the corpus as a content folder (`docs/<locale>/<path>.md`). Later runs use the same folder again.
 *
 * @returns the content folder
 */
export async function writeMarkdownTree(corpus: string, family: string, locale: Locale): Promise<string> {
  const root = join(tmpdir(), `signpost-bench-${family}-${locale}`)
  if (existsSync(join(root, COMPLETE))) return root
  await rm(root, { recursive: true, force: true })
  for (const document of readCorpusDocuments(corpus, family, locale)) {
    // A page cannot be called index in a content folder, because that is the name of its folder's page.
    const name = document.path.replace(/(^|\/)index$/, '$1index-page')
    const file = join(root, 'docs', locale, `${name}.md`)
    await mkdir(dirname(file), { recursive: true })
    await writeFile(file, toMarkdown(document))
  }
  await writeFile(join(root, COMPLETE), '')
  return root
}

/** JSON strings are valid YAML strings. */
function toMarkdown({ title, description, headings, body }: CorpusDocument): string {
  const inBody = new Set([...body.matchAll(/^\s*## (.*)$/gm)].map((match) => match[1]!.trim()))
  const bare = headings.filter((heading) => !inBody.has(heading)).map((heading) => `## ${heading}\n\n`)
  const frontMatter = `---\ntitle: ${JSON.stringify(title)}\ndescription: ${JSON.stringify(description)}\n---\n\n`
  return frontMatter + bare.join('') + body
}
