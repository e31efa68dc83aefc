import { execSync } from 'node:child_process'
import { existsSync, readFileSync, readdirSync, statSync, utimesSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** Finds what a test file needs, from its text and the texts of all files that it names by a relative path. */

/** The compiler does not rewrite unchanged files. `build` sets the time of this file to that of the last build for tests. */
const BUILT = 'dist/.tsbuildinfo'
const RELATIVE = /'(\.{1,2}\/[^']+\.(?:ts|mjs))'/g
/** Other processes (Redis, PostgreSQL, services, compilers, browsers), databases, threads, and servers with their sockets. */
const STARTS =
  /node:(child_process|https?|net|tls|worker_threads)'|worker|playwright-core|support\/(start-|raw-http)|http\/server\//
const COMPILED = /dist\//
/** Files that may start nothing, but try many inputs or requests, or build an index or a catalogue. */
const LONG = /^test\/(bench|browser|conformance|native|system)\/|\/(hostile[\w-]*|mutation|quality)\.test\.ts$/
/** Files that take more than half a minute on an idle machine. */
const FIRST = /^test\/(browser|conformance|system)\/|\/(sanitizers|bodies)\.test\.ts$/
/** What the files of one process would change for each other, or measure of each other. */
const OF_PROCESS = /memoryUsage|monitorEventLoopDelay|process\.(env\[|exit\(|umask)/
const COSTLY = /\/(contract|generation|icons\/build|search-fixture)\b/

export function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.test.ts') && !name.includes('node_modules'))
    .map((name) => join(folder, name))
    .sort()
}

/** Whether the file belongs to the unit tier: no service, browser, other program, thread or compiled code, and not long. */
export function isUnit(file: string): boolean {
  return (
    file.startsWith('test/') &&
    !LONG.test(file) &&
    reached(file).every((text) => ![STARTS, COMPILED, COSTLY].some((pattern) => pattern.test(text)))
  )
}

/** Whether the file may run in one process with others: it is no long one, and measures and changes nothing of its process. */
export function sharesProcess(file: string): boolean {
  return file.startsWith('test/') && !LONG.test(file) && !OF_PROCESS.test(reached(file)[0] ?? '')
}

/** Whether the file is among those that take longest, which start before others. */
export function runsLong(file: string): boolean {
  return FIRST.test(file)
}

/** Whether one of the files needs `dist`, and it is absent or older than the sources. */
export function needBuild(files: readonly string[]): boolean {
  return files.some((file) => reached(file).some((text) => COMPILED.test(text))) && isStale()
}

export function build(): void {
  execSync('npm run build', { stdio: 'inherit' })
  execSync('node scripts/strip-types.mjs', { stdio: 'inherit' })
  const now = new Date()
  utimesSync(BUILT, now, now)
}

/** @returns the texts of a file and of the files that it names, except those in `src`, which need no build */
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
