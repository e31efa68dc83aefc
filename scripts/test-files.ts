import { execSync } from 'node:child_process'
import { existsSync, readFileSync, readdirSync, statSync, utimesSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** What a test file needs, told from its text and that of all that it names by a relative path, imports and programs alike. */

/** The compiler leaves files as they are that it need not write, but this one is as new as the last build that was made for tests. */
const BUILT = 'dist/.tsbuildinfo'
const RELATIVE = /'(\.{1,2}\/[^']+\.(?:ts|mjs))'/g
/** Other processes (Redis, PostgreSQL, services, compilers, browsers), databases, threads, and servers with their sockets. */
const STARTS =
  /node:(child_process|https?|net|tls|worker_threads)'|worker|playwright-core|support\/(start-|raw-http)|http\/server\//
const COMPILED = /dist\//
/** They may start nothing, but go through many inputs or requests, or build an index or a catalogue. */
const LONG = /^test\/(bench|browser|conformance|native|system)\/|\/(hostile|mutation|quality)\.test\.ts$/
/** Files that take more than half a minute on a machine with nothing else to do. */
const FIRST = /^test\/(browser|conformance|system)\/|\/(sanitizers|bodies)\.test\.ts$/
const DEAR = /\/(contract|generation|icons\/build|search-fixture)\b/

export function allFiles(): string[] {
  return readdirSync('test', { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.test.ts'))
    .map((name) => `test/${name}`)
    .sort()
}

/** It needs no service, no browser, no other program or thread and nothing compiled, and does not take long. */
export function isUnit(file: string): boolean {
  return (
    file.startsWith('test/') &&
    !LONG.test(file) &&
    reached(file).every((text) => ![STARTS, COMPILED, DEAR].some((sign) => sign.test(text)))
  )
}

/** It is among the files that take longest, and is started before others. */
export function runsLong(file: string): boolean {
  return FIRST.test(file)
}

/** Whether `dist` is absent or older than what it is made of, and one of the files needs it. */
export function needBuild(files: readonly string[]): boolean {
  return files.some((file) => reached(file).some((text) => COMPILED.test(text))) && isStale()
}

export function build(): void {
  execSync('npm run build', { stdio: 'inherit' })
  const now = new Date()
  utimesSync(BUILT, now, now)
}

/** The texts of a file and of those that it names, without the sources, which are run as they are. */
function reached(file: string, known = new Map<string, string>()): string[] {
  if (!known.has(file) && existsSync(file)) {
    const text = readFileSync(file, 'utf8')
    known.set(file, text)
    for (const [, path = ''] of text.matchAll(RELATIVE)) {
      const named = join(dirname(file), path)
      if (!named.startsWith('src/')) reached(named, known)
    }
  }
  return [...known.values()]
}

function isStale(): boolean {
  const built = statSync(BUILT, { throwIfNoEntry: false })?.mtimeMs ?? 0
  return readdirSync('src', { recursive: true, encoding: 'utf8' }).some(
    (name) => statSync(`src/${name}`).mtimeMs > built,
  )
}
