import { existsSync, readdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'

/** A release of Node on a machine, for which a folder of packages may have a binary. */
export interface Runtime {
  /** `20.19.0` */
  readonly node: string
  readonly platform: string
  readonly arch: string
}

/**
 * Node 20 and 22 load 20.51.4, whose binaries need no newer glibc than 2.31. Later releases of Node are only in 20.69.0,
 * which needs glibc 2.38 (Debian 13, Ubuntu 24.04).
 */
export function uwsPackageFor(node: string): 'uws-node20' | 'uWebSockets.js' {
  return Number.parseInt(node, 10) <= 22 ? 'uws-node20' : 'uWebSockets.js'
}

/**
 * The reason why `node_modules` has no binary of uWebSockets.js for this release of Node on this machine; null: it has one.
 * npm installs only the binary for the Node that npm runs under, in a package named after it. So the name of the package
 * tells what `npm ci` ran under.
 *
 * @param from A file or its address; packages are looked for as an import in it would find them.
 */
export function uwsFault({ arch, node, platform }: Runtime, from: string | URL): string | null {
  const require = createRequire(from)
  const major = Number.parseInt(node, 10)
  const needed = `${platform}-${arch}-${major}`
  const folders = foldersOf(require, uwsPackageFor(node)).map((path) => join(path, '@uwsjs'))
  if (folders.some((folder) => existsSync(join(folder, needed)))) return null
  const present = folders.filter((folder) => existsSync(folder)).flatMap((folder) => readdirSync(folder))
  const installed = /^(.+)-(.+)-(\d+)$/m.exec(present.join('\n'))
  const running = `Node ${node} on ${platform} ${arch}`
  if (installed === null) {
    return `node_modules holds no uWebSockets.js for ${running}. Run \`npm ci\` with optional packages, under Node 20 or 22 on Linux with glibc.`
  }
  const [, otherPlatform = '', otherArch = '', otherMajor = ''] = installed
  const other = `Node ${otherMajor} on ${otherPlatform} ${otherArch}`
  return `node_modules was installed under ${other}, and this is ${running}. Run \`npm ci\` under this Node, or start with the other.`
}

/** Folders in which packages that the named one imports may lie. */
function foldersOf(require: NodeJS.Require, name: string): readonly string[] {
  try {
    return createRequire(require.resolve(name)).resolve.paths('@uwsjs/any') ?? []
  } catch {
    return require.resolve.paths('@uwsjs/any') ?? []
  }
}
