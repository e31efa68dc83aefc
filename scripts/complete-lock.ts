// Adds to each lock file the optional packages for other platforms that the configured registry does not offer.
//
// `npm install` leaves out of the lock what it cannot find, and `npm ci` of npm 11 then refuses the lock on every machine.
// The entries have no integrity hash, which only a registry could provide. npm never fetches them on the tested platforms.
// Run this script after every `npm install`. With `--check` it only fails when entries are missing, or when a lock allows
// the installation of something that nobody has reviewed (`lock-faults.ts`).
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { LOCK_FILES, lockFaults, type LockEntry } from './lock-faults.ts'

interface Lock {
  packages: Record<string, object>
}

const PLATFORM = /(android|darwin|freebsd|linux|openharmony|win32)-(arm64|arm|x64|ia32|ppc64|riscv64|s390x)/
const EXACT = /^\d+\.\d+\.\d+$/

for (const file of LOCK_FILES) {
  const url = new URL(`../${file}`, import.meta.url)
  const lock = JSON.parse(readFileSync(url, 'utf8')) as Lock
  const packages = lock.packages as Record<string, LockEntry>
  const missing = missingFrom(packages)
  const count = Object.keys(missing).length
  if (process.argv.includes('--check')) {
    const faults = lockFaults(packages, runsScripts(url)).map((fault) => `${file}: ${fault}`)
    if (count > 0) faults.push(`${file} lacks ${count} optional packages: run \`npm run ts scripts/complete-lock.ts\`.`)
    for (const fault of faults) process.stderr.write(`${fault}\n`)
    if (faults.length > 0) process.exitCode = 1
  } else if (count > 0) {
    const entries = Object.entries({ ...lock.packages, ...missing })
    lock.packages = Object.fromEntries(entries.toSorted(([a], [b]) => a.localeCompare(b, 'en')))
    writeFileSync(url, `${JSON.stringify(lock, null, 2)}\n`)
  }
}

/** Whether npm runs the install scripts of packages in the folder of a lock, which its `.npmrc` may forbid. */
function runsScripts(lock: URL): boolean {
  const settings = new URL('.npmrc', lock)
  return !existsSync(settings) || !/^ignore-scripts=true$/m.test(readFileSync(settings, 'utf8'))
}

/** @returns entries for the optional packages that a lock names and does not have */
function missingFrom(packages: Readonly<Record<string, LockEntry>>): Record<string, object> {
  const missing: Record<string, object> = {}
  for (const [place, entry] of Object.entries(packages)) {
    if (place === '') continue
    for (const [name, version] of Object.entries(entry.optionalDependencies ?? {})) {
      const top = `node_modules/${name}`
      const nested = `${place}/${top}`
      const known = packages[top]?.version === version || nested in packages
      const [, os, cpu] = PLATFORM.exec(name) ?? []
      if (known || os === undefined || cpu === undefined || !EXACT.test(version)) continue
      missing[top in packages || top in missing ? nested : top] = describe(name, version, os, cpu, entry.dev === true)
    }
  }
  return missing
}

function describe(name: string, version: string, os: string, cpu: string, dev: boolean): object {
  const node = /^@uwsjs\/.*-(\d+)$/.exec(name)?.[1]
  return {
    version,
    cpu: [cpu],
    ...(dev ? { dev } : {}),
    ...(os === 'linux' && /gnu|musl/.test(name) ? { libc: [name.includes('musl') ? 'musl' : 'glibc'] } : {}),
    optional: true,
    os: [os],
    ...(node === undefined ? {} : { engines: { node: `>=${node}.0.0 <${Number(node) + 1}.0.0` } }),
  }
}
