// Compares the prebuilt binaries (.node, .wasm, .so and their like) of the packages that the service runs with `scripts/binaries.json`. `npm ci`
// compares its downloads with the lock. This check compares what lies in `node_modules` now, and it shows when a change of
// the lock brings another binary. `--write` adds the installed binaries to the table, after somebody has checked their origin.
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { binaryFaults, installedBinaries, type Checksums } from './binary-faults.ts'
import type { LockEntry } from './lock-faults.ts'

const TABLE = new URL('binaries.json', import.meta.url)

function read(file: URL): unknown {
  return JSON.parse(readFileSync(file, 'utf8'))
}

const lock = read(new URL('../package-lock.json', import.meta.url)) as { packages: Record<string, LockEntry> }
const known = read(TABLE) as Checksums
const installed = installedBinaries(fileURLToPath(new URL('..', import.meta.url)), lock.packages)

if (process.argv.includes('--write')) {
  const entries = Object.entries({ ...known, ...installed }).toSorted(([a], [b]) => (a < b ? -1 : 1))
  writeFileSync(TABLE, `${JSON.stringify(Object.fromEntries(entries), null, 2)}\n`)
} else {
  const faults = binaryFaults(installed, known)
  const all = Object.keys(installed).length === 0 ? ['no binary was found'] : faults
  for (const fault of all) process.stderr.write(`${fault}\n`)
  if (all.length > 0) process.exitCode = 1
}
