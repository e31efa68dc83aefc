/** Entry of a `package-lock.json` for one place in `node_modules`. */
export interface LockEntry {
  readonly version?: string
  readonly name?: string
  readonly integrity?: string
  readonly resolved?: string
  readonly dev?: boolean
  readonly optional?: boolean
  readonly inBundle?: boolean
  readonly link?: boolean
  readonly hasInstallScript?: boolean
  readonly os?: readonly string[]
  readonly cpu?: readonly string[]
  readonly libc?: readonly string[] | string
  readonly optionalDependencies?: Readonly<Record<string, string>>
}

/** The locks of the repository: that of the service and its tests, that of the bench, and those of clients of others. */
export const LOCK_FILES = [
  'package-lock.json',
  'bench/package-lock.json',
  'test/clients/package-lock.json',
  'test/clients/agents/package-lock.json',
] as const

const INTEGRITY = /^sha512-[A-Za-z0-9+/]{86}==$/

/**
 * Binaries of uWebSockets.js for systems on which Signpost is not tested. The registry from which the lock was made does
 * not offer them, so their hashes are unknown. Nothing may be added to this list.
 */
const UNKNOWN_INTEGRITY: Readonly<
  Record<string, { readonly platforms: readonly string[]; readonly nodes: readonly number[] }>
> = {
  '20.51.4': {
    platforms: ['darwin-arm64', 'darwin-x64', 'linux-arm', 'linux-arm64', 'win32-x64'],
    nodes: [18, 20, 22, 23],
  },
  '20.69.0': { platforms: ['darwin-arm64', 'darwin-x64', 'linux-arm64', 'win32-x64'], nodes: [22, 24, 26] },
}

/** @returns the package name at the end of a place in `node_modules` */
export function packageName(place: string): string {
  return place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length)
}

function isKnownToLack(name: string, version: string): boolean {
  const [, platform = '', node = ''] = /^@uwsjs\/(.+)-(\d+)$/.exec(name) ?? []
  const family = UNKNOWN_INTEGRITY[version]
  return family !== undefined && family.platforms.includes(platform) && family.nodes.includes(Number(node))
}

/** Whether npm installs the entry on the tested platform: Linux with glibc on x64. */
function isForTestedPlatform({ cpu = ['x64'], libc = ['glibc'], os = ['linux'] }: LockEntry): boolean {
  return os.includes('linux') && cpu.includes('x64') && [libc].flat().includes('glibc')
}

/**
 * @param runsScripts Whether npm runs install scripts in the folder of the lock.
 * @returns one sentence for each way in which a lock allows the installation of something that nobody has reviewed
 */
export function lockFaults(packages: Readonly<Record<string, LockEntry>>, runsScripts = true): readonly string[] {
  const faults: string[] = []
  for (const [place, entry] of Object.entries(packages)) {
    if (place === '' || entry.inBundle === true) continue
    const { dev, hasInstallScript, integrity, optional, resolved, version = '' } = entry
    const name = packageName(place)
    const told = `${place} ${version}`
    if (entry.link === true || (resolved !== undefined && !resolved.startsWith('https://'))) {
      faults.push(`${told} does not come from a registry`)
    } else if (integrity === undefined) {
      const passes = optional === true && !isForTestedPlatform(entry) && (dev === true || isKnownToLack(name, version))
      if (!passes) faults.push(`${told} has no integrity`)
    } else if (!INTEGRITY.test(integrity)) faults.push(`${told} has another integrity than one sha512`)
    if (hasInstallScript === true && runsScripts)
      faults.push(`${told} has an install script, which npm runs unless told otherwise`)
  }
  return faults
}
