import { readFileSync } from 'node:fs'
import type { HttpResponse } from '../uws.ts'

/** Descriptors for files, databases, Redis and builds; half of a small limit. */
const KEPT_DESCRIPTORS = 512

/** Connections that all hosts of this thread may have open together. */
let limit = Number.POSITIVE_INFINITY
let open = 0

/**
 * The number of connections that each listener thread may hold, so that descriptors are left for everything else. Without a
 * limit, uWebSockets.js tries again and again to accept a connection without a descriptor, and takes a core for it.
 *
 * @param descriptors Number that the process may have open at once; null: not known, and so no limit.
 */
export function connectionsFor(descriptors: number | null, listeners: number): number {
  if (descriptors === null) return Number.POSITIVE_INFINITY
  const kept = Math.min(KEPT_DESCRIPTORS, descriptors / 2)
  return Math.max(1, Math.floor((descriptors - kept) / listeners))
}

/** Reads the limit of descriptors. Node raises it to the hard limit when it starts. Null where the system does not tell it. */
export function readDescriptorLimit(): number | null {
  try {
    const [, soft] = /^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? []
    return soft === undefined ? null : Number(soft)
  } catch {
    return null
  }
}

export function limitConnections(connections: number): void {
  limit = connections
}

/**
 * Counts a connection that has come (1) or gone (-1), and closes one that is too many. Its client sees at once that it should
 * try again or elsewhere.
 *
 * @param onRefused Called for each that is closed.
 * @param onUnused Called when another one ends before a request of it was read. uWebSockets.js forgets it with the first
 * answer, and a request that is not answered at once replaces it. The library refuses by itself what it cannot read, and
 * tells nobody, so this is the only trace.
 */
export function countConnection(res: HttpResponse, change: number, onRefused: () => void, onUnused: () => void): void {
  open += change
  if (change !== 1) return
  if (open <= limit) {
    res.onAborted(onUnused)
    return
  }
  onRefused()
  res.close()
}
