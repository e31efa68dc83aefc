import { accessSync, constants, existsSync, lstatSync, readdirSync, readFileSync, statfsSync } from 'node:fs'
import { availableParallelism, totalmem } from 'node:os'
import { dirname, join } from 'node:path'
import type { Config } from '../../config/config.ts'
import { findKernel } from '../../engine/native/load-native.ts'
import { uwsFault } from '../../http/uws-package.ts'
import type { Finding } from './finding.ts'

const MIB = 1024 * 1024
/** With fewer descriptors some start fails. */
const DESCRIPTORS_LEAST = 512
const DESCRIPTORS_GOOD = 4096
/** A first start of all hosts takes almost as much. */
const MEMORY_GOOD_MIB = 1024
const DISK_LEAST_MIB = 200
const DISK_GOOD_MIB = 1024
/** Entries of `DATA_DIR` whose permissions are looked at. */
const ENTRIES_LIMIT = 20_000

/** Node, processors, memory, descriptors and the kernel of searches. */
export function examineMachine(): Finding[] {
  const { arch, platform, versions } = process
  const fault = uwsFault({ arch, node: versions.node, platform }, import.meta.url)
  const kernel = findKernel('auto')
  return [
    fault === null
      ? { subject: 'node', state: 'ok', says: `Node ${versions.node} on ${platform} ${arch}` }
      : { subject: 'node', state: 'fault', says: fault },
    memory(),
    descriptors(),
    kernel.name === 'native'
      ? { subject: 'search', state: 'ok', says: 'the native kernel searches' }
      : {
          subject: 'search',
          state: 'warning',
          says: `searches run in JavaScript: ${kernel.detail}`,
          advice: 'They are right, and several times slower: install a C++ compiler and run npm ci again.',
        },
  ]
}

function memory(): Finding {
  const limit = process.constrainedMemory()
  const sizeMiB = Math.floor((limit > 0 ? Math.min(limit, totalmem()) : totalmem()) / MIB)
  const says = `${availableParallelism()} cores, ${sizeMiB} MiB of memory`
  if (sizeMiB >= MEMORY_GOOD_MIB) return { subject: 'machine', state: 'ok', says }
  return {
    subject: 'machine',
    state: 'warning',
    says,
    advice: `Give all hosts ${MEMORY_GOOD_MIB} MiB, or serve fewer: HOSTS=docs.`,
  }
}

function descriptors(): Finding {
  const subject = 'descriptors'
  const [, text = ''] = /^Max open files\s+(\S+)/m.exec(readText('/proc/self/limits')) ?? []
  const limit = text === 'unlimited' ? Infinity : Number(text)
  const advice = `Raise the limit: ulimit -n ${DESCRIPTORS_GOOD}, or LimitNOFILE of systemd. Each connection takes one.`
  if (text === '') return { subject, state: 'ok', says: 'the system does not say how many files may be open' }
  const says = `${text} files and connections may be open`
  if (limit < DESCRIPTORS_LEAST) return { subject, state: 'fault', says, advice }
  return limit < DESCRIPTORS_GOOD ? { subject, state: 'warning', says, advice } : { subject, state: 'ok', says }
}

/** Rights of `DATA_DIR`, and room on its disk. */
export function examineDataFolder({ dataDir, dataDirAccess }: Config): Finding[] {
  const subject = 'data folder'
  if (!existsSync(dataDir))
    return [{ subject, state: 'ok', says: `${dataDir} is made by the first start` }, disk(dirname(dataDir))]
  try {
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch {
    return [
      {
        subject,
        state: 'fault',
        says: `this user cannot write ${dataDir}`,
        advice: 'Run it as the user of the service, or give the folder to it: chown -R.',
      },
    ]
  }
  const forbidden = dataDirAccess === 'owner' ? 0o077 : 0o027
  const { loose, strange } = look(dataDir, forbidden)
  const findings: Finding[] = []
  if (loose > 0)
    findings.push({
      subject,
      state: 'warning',
      says: `other users can reach ${loose} files of ${dataDir}`,
      advice: 'The next start closes them; or do it now: chmod -R go=.',
    })
  if (strange > 0)
    findings.push({
      subject,
      state: 'fault',
      says: `${strange} files of ${dataDir} belong to another user`,
      advice: 'Give them to the user of the service: chown -R.',
    })
  if (findings.length === 0) findings.push({ subject, state: 'ok', says: `${dataDir} is this user's alone` })
  return [...findings, disk(dataDir)]
}

/** Counts files that are open to others or are another user's. */
function look(dataDir: string, forbidden: number): { readonly loose: number; readonly strange: number } {
  const { uid } = lstatSync(dataDir)
  let [loose, strange] = [0, 0]
  const paths = [dataDir]
  for (const path of paths) {
    const stat = lstatSync(path, { throwIfNoEntry: false })
    if (stat === undefined || stat.isSymbolicLink()) continue
    if ((stat.mode & forbidden) !== 0) loose++
    if (stat.uid !== uid) strange++
    if (stat.isDirectory() && paths.length < ENTRIES_LIMIT)
      for (const name of readdirSync(path)) paths.push(join(path, name))
  }
  return { loose, strange }
}

function disk(folder: string): Finding {
  const subject = 'disk'
  const { bavail, bsize } = statfsSync(existsSync(folder) ? folder : '.')
  const freeMiB = Math.floor((bavail * bsize) / MIB)
  const says = `${freeMiB} MiB are free`
  if (freeMiB >= DISK_GOOD_MIB) return { subject, state: 'ok', says }
  return {
    subject,
    state: freeMiB < DISK_LEAST_MIB ? 'fault' : 'warning',
    says,
    advice: 'Make room: an index is written beside the one that is served.',
  }
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}
