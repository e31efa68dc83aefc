// Writes the commit of the sources beside the compiled modules, which then say from what they were made, and makes the program
// executable.
import { execFileSync } from 'node:child_process'
import { chmodSync, rmSync, writeFileSync } from 'node:fs'

const target = new URL('../dist/revision.txt', import.meta.url)
const DESCRIBE = ['describe', '--always', '--dirty', '--exclude=*', '--abbrev=40']

try {
  const cwd = new URL('..', import.meta.url)
  writeFileSync(target, execFileSync('git', DESCRIBE, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }))
} catch {
  // Sources without git have no commit. An older file would name a wrong one.
  rmSync(target, { force: true })
}

// npm makes programs executable only where it installs a package.
chmodSync(new URL('../dist/commands/signpost.js', import.meta.url), 0o755)
