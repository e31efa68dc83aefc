import {
  chownSync,
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { randomBytes } from 'node:crypto'
import { dirname, join } from 'node:path'
import type { KeySource, LoadedKey } from './key-source.ts'
import { generateSigningKey, KeyError, parseSigningKey, type SigningKey } from './signing-key.ts'
import { reasonOf } from '../shared/reason.ts'

/** Mode of key files. Only the owner may read the key, since its readers can make credentials. */
const KEY_MODE = 0o600
const FOLDER_MODE = 0o700
const OTHERS = 0o077
/** Size that is enough for any encoding of such a key. */
const SIZE_LIMIT_BYTES = 16_384

export interface KeyFile {
  readonly path: string
  /** Whether a missing file is created: only below `DATA_DIR`, never at a path that the operator specified. */
  readonly generated: boolean
}

export function keyFileOf(host: string, dataDir: string, signingKeyFile: string | null): KeyFile {
  return signingKeyFile === null
    ? { path: join(dataDir, 'keys', `${host}.jwk`), generated: true }
    : { path: signingKeyFile, generated: false }
}

/** The key file that the operator specified, or that an earlier start has made; null where the database may have the key. */
export function findKeyFile(host: string, dataDir: string, signingKeyFile: string | null): KeyFile | null {
  const file = keyFileOf(host, dataDir, signingKeyFile)
  return !file.generated || existsSync(file.path) ? file : null
}

/** The key of a file as what a `KeyKeeper` keeps. */
export function keyFileSource(file: KeyFile): KeySource {
  return { place: `at ${file.path}`, isShared: false, read: () => loadKey(file) }
}

/**
 * Loads the key of a file, or creates it when it is missing and may be created. When several processes create it at
 * once, one wins, and all get its key. When the file cannot be written, the key lives as long as the process.
 *
 * @throws {KeyError} when the file holds no key, or is missing and the operator specified it.
 */
export async function loadKey({ path, generated }: KeyFile): Promise<LoadedKey> {
  const found = await readKey(path)
  if (found !== null) return found
  if (!generated) throw new KeyError(`there is no signing key at ${path}`)
  const key = await generateSigningKey()
  try {
    mkdirSync(dirname(path), { recursive: true, mode: FOLDER_MODE })
    const temporary = writeTemporary(path, key)
    try {
      // Unlike a rename, a link fails when another process was first.
      linkSync(temporary, path)
    } catch (error) {
      if (codeOf(error) !== 'EEXIST') throw error
    } finally {
      rmSync(temporary, { force: true })
    }
  } catch {
    const warning = `the signing key cannot be kept at ${path}: credentials end with this process`
    return { key, kept: false, warning }
  }
  const kept = await readKey(path)
  if (kept === null) throw new KeyError(`the signing key at ${path} went while it was read`)
  return kept
}

/**
 * Replaces the key in the file atomically. The file keeps its owner: a replacement by root must not keep the service
 * from reading it, which would continue with the old key.
 */
export async function replaceKey({ path }: KeyFile): Promise<SigningKey> {
  const key = await generateSigningKey()
  mkdirSync(dirname(path), { recursive: true, mode: FOLDER_MODE })
  const owner = statSync(path, { throwIfNoEntry: false }) ?? statSync(dirname(path))
  const temporary = writeTemporary(path, key)
  try {
    if (process.getuid?.() === 0) chownSync(temporary, owner.uid, owner.gid)
    renameSync(temporary, path)
  } catch (error) {
    rmSync(temporary, { force: true })
    throw error
  }
  return key
}

/** Null when there is no file. */
async function readKey(path: string): Promise<LoadedKey | null> {
  let text: string
  let mode: number
  try {
    const { size, mode: found } = statSync(path)
    if (size > SIZE_LIMIT_BYTES) throw new KeyError('it is too large for a key')
    mode = found
    text = readFileSync(path, 'utf8')
  } catch (error) {
    if (codeOf(error) === 'ENOENT' || codeOf(error) === 'ENOTDIR') return null
    throw new KeyError(`the signing key at ${path} cannot be read: ${reasonOf(error)}`)
  }
  try {
    const key = await parseSigningKey(text)
    const warning = (mode & OTHERS) === 0 ? null : `others than its owner may read the signing key at ${path}`
    return { key, kept: true, warning }
  } catch (error) {
    throw new KeyError(`the signing key at ${path} cannot be used: ${reasonOf(error)}`)
  }
}

function writeTemporary(path: string, key: SigningKey): string {
  const temporary = `${path}.${randomBytes(6).toString('hex')}.tmp`
  const fd = openSync(temporary, 'wx', KEY_MODE)
  try {
    writeFileSync(fd, `${JSON.stringify(key.privateJwk)}\n`)
    fsyncSync(fd)
  } finally {
    closeSync(fd)
  }
  return temporary
}

function codeOf(error: unknown): string | undefined {
  return (error as NodeJS.ErrnoException).code
}
