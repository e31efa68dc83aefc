// `npm run pack [-- --out FOLDER]`: makes the packages that Signpost is installed from, into `packages` by default.
//
//   signpost                          documentation and accounts: what `npm run build` compiled, with the content that comes along
//   @signpost/icons                   the built catalogue, which serves without the packages of the sets
//   @signpost/kernel-<os>-<machine>   the native kernel of this machine; run the command on each kind of machine for the others
//
// Each has a `sbom.cdx.json`, which lists what it brings along with versions, hashes and licences, and lies beside it too. No
// package has a script that runs at install. Prints the size of each, packed and unpacked, and fails above its limit.
import { execFileSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { loadNative, KERNEL_PACKAGE } from '../src/engine/native/load-native.ts'
import { ICONS_PACKAGE } from '../src/generation/packaged-catalogue.ts'
import { licenceOf, makeSbom } from './sbom.ts'

const MIB = 1_048_576

interface Description {
  readonly version: string
  readonly dependencies: Readonly<Record<string, string>>
  readonly [field: string]: unknown
}

/** Fields that a package takes over from the description of the repository. */
const SHARED = ['version', 'description', 'license', 'type', 'engines'] as const

/** Packages that only a build of the catalogue reads. An operator whose own icons name one of them installs it himself. */
const SETS = /^(?:@iconify-json|@meteocons|@mdi)\//

/** Packages that only traces need: who wants traces installs them beside `signpost`. The metrics need `api` as well. */
const TRACES = /^@opentelemetry\/(?!api$)/

/** Packages of which a few files are served: they travel within `signpost`, with their licence. */
const PARTS: Readonly<Record<string, readonly string[]>> = {
  'lottie-web': ['package.json', 'LICENSE.md', 'build/player/lottie_light.min.js'],
  'lucide-static': ['package.json', 'LICENSE', 'icons'],
}

/** Kinds of machines with a kernel of their own. On any other JavaScript answers the same searches. */
const KERNELS = ['linux-x64', 'linux-arm64']

/** Limits of the sizes of packages, packed and unpacked. */
const LIMITS_MIB: Readonly<Record<string, readonly [number, number]>> = {
  signpost: [8, 32],
  [ICONS_PACKAGE]: [60, 120],
  [KERNEL_PACKAGE]: [1, 3],
}

const { values } = parseArgs({ options: { out: { type: 'string', default: 'packages' } } })
const root = resolve(import.meta.dirname, '..')
const out = resolve(values.out)
const own = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Description
const staged = mkdtempSync(join(tmpdir(), 'signpost-pack-'))
try {
  mkdirSync(out, { recursive: true })
  main()
} finally {
  rmSync(staged, { recursive: true, force: true })
}

function main(): void {
  if (!existsSync(join(root, 'dist/main.js'))) throw new Error('there is no dist folder: run `npm run build` first')
  packProgram()
  packIcons()
  const native = loadNative()
  if (native.ok) packKernel()
  else process.stdout.write(`${KERNEL_PACKAGE} is left out: ${native.reason}\n`)
}

function packProgram(): void {
  const folder = stage('signpost', ['dist', 'content', 'ecosystem.config.js', 'README.md', 'LICENSE', 'NOTICE'])
  for (const [name, files] of Object.entries(PARTS))
    for (const file of files) copy(join(root, 'node_modules', name, file), join(folder, 'node_modules', name, file))
  const dependencies = Object.entries(own.dependencies).filter(([name]) => !SETS.test(name) && !TRACES.test(name))
  const optional = Object.entries(own.dependencies).filter(([name]) => TRACES.test(name))
  const kernels = KERNELS.map((kind) => [`@signpost/kernel-${kind}`, own.version])
  listParts(
    folder,
    'signpost',
    dependencies.map(([name]) => name),
  )
  pack(folder, {
    name: 'signpost',
    bin: own['bin'],
    dependencies: Object.fromEntries(dependencies),
    optionalDependencies: Object.fromEntries(kernels) as Record<string, string>,
    peerDependencies: Object.fromEntries(optional),
    peerDependenciesMeta: Object.fromEntries(optional.map(([name]) => [name, { optional: true }])),
    bundleDependencies: Object.keys(PARTS),
  })
}

function packIcons(): void {
  const folder = stage(ICONS_PACKAGE, ['LICENSE', 'NOTICE'])
  const catalogue = lastUsed(join(root, 'data/catalogues'))
  copy(catalogue, join(folder, 'catalogues', basename(catalogue)))
  const drawn = [...Object.keys(own.dependencies).filter((name) => SETS.test(name)), 'lucide-static']
  listParts(folder, ICONS_PACKAGE, drawn)
  pack(folder, { name: ICONS_PACKAGE, description: 'The icons of Signpost, as a finished catalogue.' })
}

/** Folder of the catalogue used last: `npm run build` builds it, or uses it. */
function lastUsed(catalogues: string): string {
  const names = readdirSync(catalogues).filter((name) => /^[0-9a-f]{64}$/.test(name))
  const folders = names.map((name) => join(catalogues, name))
  return folders.toSorted((left, right) => statSync(right).mtimeMs - statSync(left).mtimeMs)[0]!
}

function packKernel(): void {
  const folder = stage(KERNEL_PACKAGE, ['LICENSE', 'NOTICE'])
  copy(join(root, 'native/build/Release/signpost.node'), join(folder, 'signpost.node'))
  listParts(folder, KERNEL_PACKAGE, [])
  const { arch, platform } = process
  pack(folder, {
    name: KERNEL_PACKAGE,
    description: `The native search kernel of Signpost for ${platform} ${arch}.`,
    main: 'signpost.node',
    os: [platform],
    cpu: [arch],
    ...(platform === 'linux' && { libc: ['glibc'] }),
  })
}

/** Makes the folder of a package with files of the repository. */
function stage(name: string, files: readonly string[]): string {
  const folder = join(staged, name)
  for (const file of files) copy(join(root, file), join(folder, file))
  return folder
}

function copy(from: string, to: string): void {
  mkdirSync(dirname(to), { recursive: true })
  // Maps lead to sources that no package has.
  cpSync(from, to, { recursive: true, filter: (path) => !/\.(?:map|tsbuildinfo)$/.test(path) })
}

/** Writes what a package brings along into its folder and beside it, and prints the licences. */
function listParts(folder: string, name: string, needs: readonly string[]): void {
  const sbom = makeSbom(root, name, own.version, needs)
  const text = `${JSON.stringify(sbom, null, 1)}\n`
  writeFileSync(join(folder, 'sbom.cdx.json'), text)
  writeFileSync(join(out, `${name.replace('@', '').replace('/', '-')}-${own.version}.cdx.json`), text)
  const counts = new Map<string, number>()
  for (const component of sbom.components) {
    const licence = licenceOf(component)
    counts.set(licence, (counts.get(licence) ?? 0) + 1)
  }
  const licences = [...counts].map(([licence, count]) => `${licence} ${count}`).toSorted()
  process.stdout.write(`${name} brings along ${sbom.components.length} packages: ${licences.join(', ') || 'none'}\n`)
}

/** Packs a folder with npm, and prints what it weighs. */
function pack(folder: string, description: Readonly<Record<string, unknown>>): void {
  const shared = Object.fromEntries(SHARED.map((field) => [field, own[field]]))
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify({ ...shared, ...description }, null, 2)}\n`)
  const args = ['pack', '--json', '--ignore-scripts', '--pack-destination', out]
  const [packed] = JSON.parse(execFileSync('npm', args, { cwd: folder, encoding: 'utf8', maxBuffer: 64 * MIB })) as {
    readonly filename: string
    readonly size: number
    readonly unpackedSize: number
  }[]
  const { filename, size, unpackedSize } = packed!
  const name = String(description['name'])
  const [most, mostUnpacked] = LIMITS_MIB[name]!
  process.stdout.write(`${filename}: ${(size / MIB).toFixed(1)} MiB, ${(unpackedSize / MIB).toFixed(1)} MiB unpacked\n`)
  if (size > most * MIB || unpackedSize > mostUnpacked * MIB)
    throw new Error(`${name} is larger than ${most} MiB, or unpacked than ${mostUnpacked} MiB`)
}
