import { readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { LoadReport } from './load.ts'
import type { Server } from './service.ts'
import { runWrk } from './wrk.ts'

/** A request without the address of the client on whose behalf it is sent. */
export interface Message {
  readonly path: string
  readonly fields?: Readonly<Record<string, string>>
  /** Body of a POST request, without control characters. Without a body the request is a GET. */
  readonly body?: string
}

/** Messages in the format of the load generator. */
export interface MessageFile {
  readonly file: string
  readonly count: number
  readonly remove: () => Promise<void>
}

export interface MessageLoad {
  readonly messages: MessageFile
  /** Number of clients on whose behalf messages are sent, in turns. */
  readonly addresses: number
  readonly connections: number
  readonly seconds: number
  /** Mean pause of a connection before a message. Default: none, which saturates the server. */
  readonly quietMs?: number
}

export interface Measure extends LoadReport {
  /** Processor time of the server for one request, user and system, all threads. */
  readonly cpuUs: number
}

/** Length of a tick of `/proc/<pid>/stat` (`USER_HZ`, equal on every Linux on which Node.js runs). */
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
 * Measures one run against a server.
 *
 * @throws {Error} if a request was refused or lost, because the figures would be of something else
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

/** @returns the processor time that a process has used since its start */
export function cpuTimeUs(pid: number): number {
  // The name of the program is in parentheses and may contain spaces. The state after it is the third field.
  const fields = readFileSync(`/proc/${pid}/stat`, 'latin1')
    .replace(/^.*\) /s, '')
    .split(' ')
  return (Number(fields[USER_TICKS]) + Number(fields[SYSTEM_TICKS])) * TICK_US
}
