import { existsSync } from 'node:fs'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Locale } from '../../src/shared/locale.ts'
import { readCorpusDocuments, type CorpusDocument } from '../corpus.ts'

/** Written last: a tree without it is from a run that was cut short. */
const COMPLETE = '.complete'

/**
 * Writes a family of the corpus as a content folder (`docs/<locale>/<path>.md`), once: a later run finds it again.
 *
 * @returns the content folder
 */
export async function writeMarkdownTree(corpus: string, family: string, locale: Locale): Promise<string> {
  const root = join(tmpdir(), `signpost-bench-${family}-${locale}`)
  if (existsSync(join(root, COMPLETE))) return root
  await rm(root, { recursive: true, force: true })
  for (const document of readCorpusDocuments(corpus, family, locale)) {
    // No page of a content folder can be called index, since that is its folder's page.
    const name = document.path.replace(/(^|\/)index$/, '$1index-page')
    const file = join(root, 'docs', locale, `${name}.md`)
    await mkdir(dirname(file), { recursive: true })
    await writeFile(file, toMarkdown(document))
  }
  await writeFile(join(root, COMPLETE), '')
  return root
}

/** JSON strings are YAML strings too. */
function toMarkdown({ title, description, headings, body }: CorpusDocument): string {
  const inBody = new Set([...body.matchAll(/^\s*## (.*)$/gm)].map((match) => match[1]!.trim()))
  const bare = headings.filter((heading) => !inBody.has(heading)).map((heading) => `## ${heading}\n\n`)
  const frontMatter = `---\ntitle: ${JSON.stringify(title)}\ndescription: ${JSON.stringify(description)}\n---\n\n`
  return frontMatter + bare.join('') + body
}
