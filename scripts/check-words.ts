import { readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { CitedFiles, repositoryFiles } from './cited-files.ts'
import { commentFaults } from './comment-faults.ts'

/**
 * Prints every fault in the words of comments, and every file that a comment cites and the repository does not have. Exits
 * with 1 if there is one. Arguments are the folders to check; the default is the whole repository.
 */

const cited = new CitedFiles(repositoryFiles())
for (const file of repositoryFiles(process.argv.slice(2))) {
  const language = /\.(?:[cm]?[jt]s)$/.test(file) ? 'ts' : /\.(?:cc|cpp|h|hpp)$/.test(file) ? 'cpp' : null
  if (language === null) continue
  const missingFiles = (text: string): string[] => cited.missingInComment(text, dirname(file))
  for (const fault of commentFaults(readFileSync(file, 'utf8'), language, missingFiles)) {
    console.log(`${file}:${fault}`)
    process.exitCode = 1
  }
}
