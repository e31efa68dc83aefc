// Runs at the end of `npm ci`: builds the native search engine if this machine can, and reports the reason if not.
// Nothing is downloaded, and no install fails because of it: without the addon JavaScript answers the same searches.
// `npm run install` asks for the engine alone, so that it exits with 1 where there is none.
import { spawnSync } from 'node:child_process'
import { existsSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const folder = dirname(fileURLToPath(import.meta.url))
const addon = join(folder, 'build/Release/signpost.node')
const TIMEOUT_MS = 300_000

/** Finds a folder with Node's headers under include/node: the one that npm is configured with, or the one beside the running Node. */
function findHeaders() {
  const candidates = [process.env.npm_config_nodedir, dirname(dirname(process.execPath))]
  return candidates.find((path) => path && existsSync(join(path, 'include/node/node_api.h')))
}

/** Finds node-gyp. npm passes the path of its own copy to the scripts that it runs. */
function findNodeGyp() {
  const candidates = [
    process.env.npm_config_node_gyp,
    process.env.npm_execpath && join(dirname(process.env.npm_execpath), '../node_modules/node-gyp/bin/node-gyp.js'),
  ]
  return candidates.find((path) => path && existsSync(path))
}

function runs(command) {
  return spawnSync(command, ['--version'], { stdio: 'ignore', timeout: TIMEOUT_MS }).status === 0
}

/** Builds the engine; returns null, or the reason why it was not built. */
function build() {
  const headers = findHeaders()
  const nodeGyp = findNodeGyp()
  if (headers === undefined) return 'the headers of Node.js are not installed beside it'
  if (nodeGyp === undefined) return 'npm names no node-gyp'
  if (!runs(process.env.CXX ?? 'c++')) return 'there is no C++ compiler'
  if (!runs('make')) return 'there is no make'
  const args = [nodeGyp, 'configure', 'build', '--jobs=max', `--nodedir=${headers}`, '-C', folder]
  const built = spawnSync(process.execPath, args, { encoding: 'utf8', timeout: TIMEOUT_MS })
  if (built.status !== 0) return `the build failed:\n${built.stdout ?? ''}${built.stderr ?? ''}`
  const loaded = spawnSync(process.execPath, ['-e', 'require(process.argv[1])', addon], { encoding: 'utf8' })
  return loaded.status === 0 ? null : `what was built does not load:\n${loaded.stderr}`
}

// An engine of other sources must not answer where this build fails.
rmSync(addon, { force: true })
const fault = build()
const outcome = fault === null ? 'built' : `not built, JavaScript will answer: ${fault}`
process.stdout.write(`native search engine: ${outcome}\n`)
if (process.platform !== 'linux' || process.arch !== 'x64') {
  const place = `${process.platform} ${process.arch}`
  process.stdout.write(
    `package-lock.json has no checksum of the HTTP server's binary for ${place}: it was not verified\n`,
  )
}
if (fault !== null && process.env.npm_command?.startsWith('run')) process.exitCode = 1
