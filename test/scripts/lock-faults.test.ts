import { readFile } from 'node:fs/promises'
import t from 'tap'
import { LOCK_FILES, lockFaults, type LockEntry } from '../../scripts/lock-faults.ts'

const SHA512 = `sha512-${'A'.repeat(86)}==`

function faultsOf(place: string, entry: LockEntry) {
  return lockFaults({ '': {}, [place]: { version: '1.0.0', ...entry } })
}

async function packagesOf(file: string): Promise<Record<string, LockEntry>> {
  const lock = JSON.parse(await readFile(new URL(`../../${file}`, import.meta.url), 'utf8')) as {
    packages: Record<string, LockEntry>
  }
  return lock.packages
}

t.test('the locks of this project have an integrity for whatever is installed where it is tested', async (t) => {
  for (const file of LOCK_FILES) {
    const packages = await packagesOf(file)
    t.ok(Object.keys(packages).length > 10, file)
    t.strictSame(lockFaults(packages, !file.startsWith('test/clients/')), [], file)
  }
  const packages = await packagesOf('package-lock.json')
  const { integrity: _, ...argon2 } = packages['node_modules/@node-rs/argon2-linux-x64-gnu'] ?? {}
  t.strictSame(lockFaults({ ...packages, 'node_modules/@node-rs/argon2-linux-x64-gnu': argon2 }), [
    'node_modules/@node-rs/argon2-linux-x64-gnu 2.2.1 has no integrity',
  ])
})

t.test('the bench is installed with exact versions, and with nothing that the project is installed with', async (t) => {
  const [project = {}, bench = {}] = (await Promise.all(LOCK_FILES.map(packagesOf))).map((packages) => {
    const { dependencies, devDependencies } = (packages[''] ?? {}) as Record<string, Record<string, string>>
    return { ...dependencies, ...devDependencies }
  })
  t.ok(Object.keys(bench).length > 0)
  for (const [name, version] of Object.entries(bench)) {
    t.match(version, /^\d+\.\d+\.\d+$/, name)
    t.notOk(name in project, name)
  }
})

t.test('a package without an integrity is refused, also for other platforms and for development', async (t) => {
  const refused = ['node_modules/x 1.0.0 has no integrity']
  const windows = { optional: true, os: ['win32'], cpu: ['x64'] }
  t.strictSame(faultsOf('node_modules/x', {}), refused)
  t.strictSame(faultsOf('node_modules/x', { dev: true }), refused)
  t.strictSame(faultsOf('node_modules/x', windows), refused, 'of production, for another platform')
  t.strictSame(faultsOf('node_modules/x', { optional: true, dev: true, os: ['linux'], cpu: ['x64'] }), refused)
  t.strictSame(faultsOf('node_modules/x', { ...windows, dev: true }), [], 'of development, for another platform')
  t.strictSame(
    faultsOf('node_modules/x', { optional: true, dev: true, os: ['linux'], cpu: ['x64'], libc: ['musl'] }),
    [],
  )
})

t.test('the binaries of uWebSockets.js whose integrity nobody knows are a closed list', async (t) => {
  const mac = { optional: true, os: ['darwin'], cpu: ['arm64'] }
  t.strictSame(faultsOf('node_modules/@uwsjs/darwin-arm64-22', { ...mac, version: '20.69.0' }), [])
  t.equal(faultsOf('node_modules/@uwsjs/darwin-arm64-22', { ...mac, version: '20.70.0' }).length, 1)
  t.equal(faultsOf('node_modules/@uwsjs/darwin-arm64-28', { ...mac, version: '20.69.0' }).length, 1)
  t.equal(faultsOf('node_modules/@uwsjs/linux-x64-22', { optional: true, version: '20.69.0' }).length, 1)
})

t.test('weak integrities, other sources and install scripts are refused', async (t) => {
  t.match(faultsOf('node_modules/x', { integrity: `sha1-${'A'.repeat(27)}=` }), [/another integrity/])
  t.match(faultsOf('node_modules/x', { integrity: `sha1-${'A'.repeat(27)}= ${SHA512}` }), [/another integrity/])
  for (const resolved of ['git+ssh://git@example.org/x.git#1', 'file:../x', 'http://example.org/x.tgz']) {
    t.match(faultsOf('node_modules/x', { resolved, integrity: SHA512 }), [/does not come from a registry/])
  }
  t.match(faultsOf('node_modules/x', { link: true }), [/does not come from a registry/])
  const scripted = { integrity: SHA512, hasInstallScript: true }
  t.match(faultsOf('node_modules/@a/x', scripted), [/install script/])
})
