import { readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { CitedFiles, repositoryFiles } from './cited-files.ts'

/** Prints every citation in a Markdown document of a file that the repository does not have. Exits with 1 if there is one. */

/** The log of changes names files that were removed, and the content names files of its readers. */
const LEFT_OUT = /^(?:CHANGELOG\.md$|content\/)/

const files = repositoryFiles()
const cited = new CitedFiles(files)
for (const file of files) {
  if (!file.endsWith('.md') || LEFT_OUT.test(file)) continue
  for (const missing of cited.missing(readFileSync(file, 'utf8'), dirname(file))) {
    console.log(`${file} cites ${missing}, which is not there`)
    process.exitCode = 1
  }
}
