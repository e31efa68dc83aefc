import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { commentFaults } from './comment-faults.ts'

/** Prints every comment whose words `npm run check` does not let pass, and exits with 1 if there is one. Takes folders; default all. */

const folders = process.argv.slice(2)
const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '--', ...folders], {
  encoding: 'utf8',
})
for (const file of listed.split('\n')) {
  const language = /\.(?:[cm]?[jt]s)$/.test(file) ? 'ts' : /\.(?:cc|cpp|h|hpp)$/.test(file) ? 'cpp' : null
  if (language === null) continue
  for (const fault of commentFaults(readFileSync(file, 'utf8'), language)) {
    console.log(`${file}:${fault}`)
    process.exitCode = 1
  }
}
