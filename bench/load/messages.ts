import { readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { LoadReport } from './load.ts'
import type { Server } from './service.ts'
import { runWrk } from './wrk.ts'

/** A request, but for the address of the client in whose name it is sent. */
export interface Message {
  readonly path: string
  readonly fields?: Readonly<Record<string, string>>
  /** Makes it a POST request. Holds no control characters. */
  readonly body?: string
}

/** Messages as the load generator reads them. */
export interface MessageFile {
  readonly file: string
  readonly count: number
  readonly remove: () => Promise<void>
}

export interface MessageLoad {
  readonly messages: MessageFile
  /** Clients in whose names the messages go out, in turns. */
  readonly addresses: number
  readonly connections: number
  readonly seconds: number
  /** Time for which each connection is quiet before a message, in the mean; default none, which saturates. */
  readonly quietMs?: number
}

export interface Measure extends LoadReport {
  /** Processor time of the server for one request, user and system, all threads. */
  readonly cpuUs: number
}

/** What `/proc/<pid>/stat` counts in (`USER_HZ`, the same on every Linux that Node.js runs on). */
const TICK_US = 10_000
const USER_TICKS = 11
const SYSTEM_TICKS = 12

export async function writeMessages(messages: readonly Message[]): Promise<MessageFile> {
  const folder = await mkdtemp(join(tmpdir(), 'signpost-bench-messages-'))
  const file = join(folder, 'messages')
  await writeFile(file, messages.map(toWire).join(''))
  return { file, count: messages.length, remove: () => rm(folder, { recursive: true }) }
}

function toWire({ body, fields = {}, path }: Message): string {
  const length: Record<string, string> = body === undefined ? {} : { 'Content-Length': `${Buffer.byteLength(body)}` }
  const all = { Host: 'localhost', ...fields, ...length }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
  const start = `${body === undefined ? 'GET' : 'POST'} ${path} HTTP/1.1\r\n`
  return `${start}${lines.join('')}X-Forwarded-For: \u0001\r\n\r\n${body ?? ''}\0`
}

/**
 * One run against a server.
 *
 * @throws {Error} when a request was refused or lost: its figures would be of something else.
 */
export async function measureLoad(
  { origin, pid }: Pick<Server, 'origin' | 'pid'>,
  load: MessageLoad,
): Promise<Measure> {
  const { addresses, connections, messages, quietMs, seconds } = load
  const args = [messages.file, String(addresses), ...(quietMs === undefined ? [] : [String(quietMs)])]
  const before = cpuTimeUs(pid)
  const report = await runWrk('messages.lua', origin, seconds, args, connections)
  if (report.failures > 0) throw new Error(`${report.failures} of ${report.sent} requests to ${origin} failed`)
  return { ...report, cpuUs: (cpuTimeUs(pid) - before) / report.sent }
}

/** Processor time that a process has used since its start. */
export function cpuTimeUs(pid: number): number {
  // The name of the program is in parentheses and may hold spaces; the state after it is the third field.
  const fields = readFileSync(`/proc/${pid}/stat`, 'latin1')
    .replace(/^.*\) /s, '')
    .split(' ')
  return (Number(fields[USER_TICKS]) + Number(fields[SYSTEM_TICKS])) * TICK_US
}
