// Adds to package-lock.json the optional packages for other platforms that the configured registry does not offer.
//
// `npm install` leaves out of the lock what it cannot find, and `npm ci` of npm 11 then refuses the lock on every machine.
// The entries have no integrity hash, which only a registry could provide. npm never fetches them on the tested platforms.
// Run this script after every `npm install`. With `--check` it only fails when entries are missing, or when the lock allows
// the installation of something that nobody has reviewed (`lock-faults.ts`).
import { readFileSync, writeFileSync } from 'node:fs'
import { lockFaults, type LockEntry } from './lock-faults.ts'

interface Lock {
  packages: Record<string, object>
}

const FILE = new URL('../package-lock.json', import.meta.url)
const PLATFORM = /(android|darwin|freebsd|linux|openharmony|win32)-(arm64|arm|x64|ia32|ppc64|riscv64|s390x)/
const EXACT = /^\d+\.\d+\.\d+$/

const lock = JSON.parse(readFileSync(FILE, 'utf8')) as Lock
const packages = lock.packages as Record<string, LockEntry>
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

const count = Object.keys(missing).length
if (process.argv.includes('--check')) {
  const faults = lockFaults(packages).map((fault) => `package-lock.json: ${fault}`)
  if (count > 0)
    faults.push(`package-lock.json lacks ${count} optional packages: run \`npm run ts scripts/complete-lock.ts\`.`)
  for (const fault of faults) process.stderr.write(`${fault}\n`)
  process.exit(faults.length > 0 ? 1 : 0)
}
const entries = Object.entries({ ...lock.packages, ...missing })
lock.packages = Object.fromEntries(entries.toSorted(([a], [b]) => a.localeCompare(b, 'en')))
if (count > 0) writeFileSync(FILE, `${JSON.stringify(lock, null, 2)}\n`)

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
