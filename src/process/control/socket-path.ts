import { createHash } from 'node:crypto'
import { lstatSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'

/** Longest path of a Unix socket: 108 bytes with the one that ends it. */
const PATH_LIMIT_BYTES = 107
/** Permission to write for others than the owner. */
const OTHERS_WRITE = 0o022

/** Start of the names of sockets of this machine or container, without which a process id means nothing. */
export function socketPrefix(): string {
  return `control-${createHash('sha256').update(hostname()).digest('hex').slice(0, 8)}-`
}

/** Path of the socket of a process. */
export function socketPath(dataDir: string, pid: number): string {
  return join(dataDir, 'run', `${socketPrefix()}${pid}.sock`)
}

/** Why a process cannot be reached through its socket, for an operator; null if it can. */
export function findSocketFault(path: string): string | null {
  const bytes = Buffer.byteLength(path)
  if (bytes > PATH_LIMIT_BYTES)
    return `the path of its socket, ${path}, has ${bytes} bytes, and the system allows ${PATH_LIMIT_BYTES}: give DATA_DIR a shorter path, such as a link`
  const folder = join(path, '..')
  const { mode, uid } = lstatSync(folder)
  const trusted = [0, process.getuid?.(), lstatSync(join(folder, '..')).uid]
  if ((mode & OTHERS_WRITE) !== 0 || !trusted.includes(uid))
    return `other users can write to ${folder}: give it to the user of the service, and run chmod 700 on it`
  return null
}
