import { randomBytes } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Rotation } from './rotate-account-key.ts'
import { reasonOf } from '../shared/reason.ts'

/**
 * Request of a command to rotate the key, for the process that alone can open the embedded database. It is a file in
 * `DATA_DIR/run`, answered by another file beside it.
 */
export interface RotationRequest {
  readonly now: boolean
  /** Milliseconds since the epoch. */
  readonly askedAtMs: number
}

export type RotationAnswer =
  | { readonly ok: true; readonly rotation: Rotation }
  | { readonly ok: false; readonly reason: string }

/** Lifetime of a request. A process that starts later must not carry out an abandoned request. */
const REQUEST_LIFE_MS = 30_000
const POLL_INTERVAL_MS = 50
const REQUEST_NAME = /^rotation-[0-9a-f]{16}\.request$/

/** Writes the request, and returns a function that waits for its answer; null when none came in time, and none will. */
export function requestRotation(
  dataDir: string,
  request: RotationRequest,
): (timeoutMs: number) => Promise<RotationAnswer | null> {
  const folder = runFolder(dataDir)
  mkdirSync(folder, { recursive: true })
  const path = join(folder, `rotation-${randomBytes(8).toString('hex')}.request`)
  writeWhole(path, request)
  return async (timeoutMs) => {
    const answerPath = answerPathOf(path)
    try {
      for (let waitedMs = 0; waitedMs < timeoutMs; waitedMs += POLL_INTERVAL_MS) {
        const answer = readJson(answerPath)
        if (answer !== null) return answer as RotationAnswer
        await sleep(POLL_INTERVAL_MS)
      }
      return null
    } finally {
      rmSync(path, { force: true })
      rmSync(answerPath, { force: true })
    }
  }
}

/**
 * Carries out the requests, each once, and returns their number; failures are answers too.
 *
 * @param nowMs Milliseconds since the epoch.
 */
export async function answerRotationRequests(
  dataDir: string,
  nowMs: number,
  rotate: (now: boolean) => Promise<Rotation>,
): Promise<number> {
  let answered = 0
  for (const name of namesIn(runFolder(dataDir))) {
    if (!REQUEST_NAME.test(name)) continue
    const path = join(runFolder(dataDir), name)
    const request = take(path)
    if (request === null || nowMs - request.askedAtMs > REQUEST_LIFE_MS) continue
    writeWhole(answerPathOf(path), await attempt(request, rotate))
    answered += 1
  }
  return answered
}

/** Takes a request for one of several threads that see it; whatever happens then, it is carried out at most once. */
function take(path: string): RotationRequest | null {
  const taken = `${path}.taken`
  try {
    renameSync(path, taken)
  } catch {
    return null
  }
  const request = readJson(taken) as RotationRequest | null
  rmSync(taken, { force: true })
  return request
}

async function attempt(request: RotationRequest, rotate: (now: boolean) => Promise<Rotation>): Promise<RotationAnswer> {
  try {
    return { ok: true, rotation: await rotate(request.now) }
  } catch (error) {
    return { ok: false, reason: reasonOf(error) }
  }
}

function runFolder(dataDir: string): string {
  return join(dataDir, 'run')
}

function answerPathOf(path: string): string {
  return path.replace(/request$/, 'answer')
}

/** Writes a file and renames it into place, so that a reader never sees half of it. */
function writeWhole(path: string, value: unknown): void {
  writeFileSync(`${path}.tmp`, JSON.stringify(value))
  renameSync(`${path}.tmp`, path)
}

function readJson(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    return null
  }
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}
