// Checks whether the files that a start reads first are complete. PostgreSQL inside PGlite ends silently when they are not, and may
// have written by then; this check only reads.
import { closeSync, openSync, readdirSync, readFileSync, readSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { words } from '../../shared/words.ts'

/** Folders that a start needs and does not create. Some are empty, and a backup may omit those. */
const FOLDERS =
  words(`base global pg_commit_ts pg_dynshmem pg_logical pg_multixact/members pg_multixact/offsets pg_notify pg_replslot
    pg_serial pg_snapshots pg_stat pg_subtrans pg_tblspc pg_twophase pg_wal pg_xact`)

/** Layout of `ControlFileData` of PostgreSQL 18 (catalog/pg_control.h): positions in the log, and the checksum. */
const CONTROL = { bytes: 8192, version: 1800, versionAt: 8, checkpointAt: 32, redoAt: 40, timelineAt: 48, crcAt: 292 }
/** Layout of `RelMapFile` (relmapper.c), which maps the relations that are needed to find others to their files. */
const MAP = { bytes: 524, magic: 0x592717, countAt: 4, firstAt: 8, entryBytes: 8, crcAt: 520 }
/** Layout of the log: segments of pages, each of which begins with a format number (access/xlog_internal.h). */
const LOG = { segmentBytes: 16 * 1024 * 1024, pageBytes: 8192, magic: 0xd118 }

/** Describes the damage for an operator; null when there is none that a start would meet. */
export function findDamage(folder: string): string | null {
  try {
    for (const name of FOLDERS) {
      if (statSync(join(folder, name), { throwIfNoEntry: false })?.isDirectory() !== true) return `${name} is missing`
    }
    const databases = readdirSync(join(folder, 'base')).filter((name) => /^\d+$/.test(name))
    if (databases.length === 0) return 'base is empty'
    return (
      checkLog(folder) ??
      first(['global', ...databases.map((name) => join('base', name))], (name) => checkRelations(folder, name))
    )
  } catch (error) {
    const { code, path } = error as NodeJS.ErrnoException
    if (code === undefined) throw error
    return code === 'ENOENT' ? `${path ?? 'a file'} is missing` : `${path ?? 'a file'} cannot be read (${code})`
  }
}

/** Checks the control file, and the pages of the log from which it says to start. */
function checkLog(folder: string): string | null {
  const name = 'global/pg_control'
  const control = readFileSync(join(folder, name))
  if (control.length !== CONTROL.bytes) return `${name} has ${control.length} bytes in place of ${CONTROL.bytes}`
  if (crc32c(control.subarray(0, CONTROL.crcAt)) !== control.readUInt32LE(CONTROL.crcAt)) {
    return `${name} does not match its checksum`
  }
  if (control.readUInt32LE(CONTROL.versionAt) !== CONTROL.version) return `${name} is of another version`
  const timeline = control.readUInt32LE(CONTROL.timelineAt)
  return first([CONTROL.redoAt, CONTROL.checkpointAt], (at) => {
    const position = control.readBigUInt64LE(at)
    const segment = join('pg_wal', segmentName(timeline, position))
    const page = Number(position % BigInt(LOG.segmentBytes))
    const magic = Buffer.alloc(2)
    const fd = openSync(join(folder, segment), 'r')
    try {
      readSync(fd, magic, 0, magic.length, page - (page % LOG.pageBytes))
    } finally {
      closeSync(fd)
    }
    return magic.readUInt16LE() === LOG.magic ? null : `${segment} does not hold the log where it has to begin`
  })
}

function segmentName(timeline: number, position: bigint): string {
  const segment = position / BigInt(LOG.segmentBytes)
  const hex = (value: number | bigint): string => value.toString(16).toUpperCase().padStart(8, '0')
  return `${hex(timeline)}${hex(segment >> 8n)}${hex(segment & 0xffn)}`
}

/** Checks the map of a database, or of the shared relations, and the files that it names. */
function checkRelations(folder: string, database: string): string | null {
  const name = join(database, 'pg_filenode.map')
  const map = readFileSync(join(folder, name))
  const isWhole =
    map.length === MAP.bytes &&
    map.readUInt32LE(0) === MAP.magic &&
    crc32c(map.subarray(0, MAP.crcAt)) === map.readUInt32LE(MAP.crcAt)
  if (!isWhole) return `${name} does not match its checksum`
  if (database !== 'global') statSync(join(folder, database, 'PG_VERSION'))
  const relations = Array.from({ length: map.readUInt32LE(MAP.countAt) }, (_, position) =>
    map.readUInt32LE(MAP.firstAt + position * MAP.entryBytes + 4),
  )
  for (const relation of relations) statSync(join(folder, database, String(relation)))
  return null
}

function first<T>(items: readonly T[], find: (item: T) => string | null): string | null {
  for (const item of items) {
    const found = find(item)
    if (found !== null) return found
  }
  return null
}

const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0x82f63b78 : value >>> 1
  return value
})

/** CRC-32C (Castagnoli), which PostgreSQL uses; zlib has the other CRC-32. */
function crc32c(bytes: Uint8Array): number {
  let crc = -1
  for (const byte of bytes) crc = (crc >>> 8) ^ (CRC_TABLE[(crc ^ byte) & 0xff] ?? 0)
  return ~crc >>> 0
}
