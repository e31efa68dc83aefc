import { mkdirSync, readdirSync, rmSync } from 'node:fs'
import { createServer, type Server, type Socket } from 'node:net'
import { join } from 'node:path'
import { z } from 'zod'
import type { Log } from '../../shared/log.ts'
import { reasonOf } from '../../shared/reason.ts'
import { isRunning } from '../../shared/processes.ts'
import { findSocketFault, socketPath, socketPrefix } from './socket-path.ts'
import { CONTROL_VERSION, readMessage, writeMessage, type ControlAnswer } from './control-message.ts'

/** Commands that are connected at once. A further one is disconnected. */
const CONNECTIONS = 8
const REQUEST_LIMIT_MS = 5000
/** Only the user of the service may connect. */
const NO_OTHERS = 0o177

const requestSchema = z.strictObject({ version: z.int(), operation: z.string(), input: z.unknown() })

export interface ControlServer {
  /** Ends connections, and removes the socket. */
  close(): void
}

/**
 * Answers commands of this machine through a Unix socket in `DATA_DIR/run`, one request for each connection.
 *
 * @param operate Carries out an operation. It resolves to undefined if another process has what the operation needs.
 */
export function startControl(
  { dataDir, log }: { readonly dataDir: string; readonly log: Log },
  operate: (operation: string, input: unknown) => Promise<unknown>,
): ControlServer {
  const path = socketPath(dataDir, process.pid)
  const connected = new Set<Socket>()
  const server = createServer((socket) => {
    connected.add(socket)
    socket.on('error', () => undefined).on('close', () => connected.delete(socket))
    void answer(socket)
  })
  server.maxConnections = CONNECTIONS

  async function answer(socket: Socket): Promise<void> {
    const limit = setTimeout(() => socket.destroy(), REQUEST_LIMIT_MS)
    const text = await readMessage(socket).catch(() => null)
    clearTimeout(limit)
    if (text === null) socket.destroy()
    else writeMessage(socket, await answerTo(text))
  }

  async function answerTo(text: string): Promise<ControlAnswer> {
    const request = parse(text)
    if (request?.version !== CONTROL_VERSION) return { outcome: 'refused', reason: versionFault() }
    const { input, operation } = request
    try {
      const result = await operate(operation, input)
      log.pino.info({ operation, done: result !== undefined }, 'a command of the operator was answered')
      return result === undefined ? { outcome: 'elsewhere' } : { outcome: 'done', result }
    } catch (error) {
      log.pino.error({ err: error, operation }, 'a command of the operator failed')
      return { outcome: 'failed', reason: reasonOf(error) }
    }
  }

  const close = (): void => {
    server.close()
    for (const socket of connected) socket.destroy()
  }
  try {
    mkdirSync(join(dataDir, 'run'), { recursive: true })
    removeStale(dataDir)
    const fault = findSocketFault(path)
    if (fault !== null) throw new Error(fault)
    listen(server, path)
    server.on('error', (err) => log.pino.warn({ err }, 'commands cannot reach this process'))
  } catch (err) {
    log.pino.warn({ err }, 'commands cannot reach this process')
  }
  return { close }
}

/** Listens without the primary of a cluster, which would make the socket as it likes. The mode is that of the mask. */
function listen(server: Server, path: string): void {
  const mask = process.umask(NO_OTHERS)
  try {
    server.listen({ path, exclusive: true })
  } finally {
    process.umask(mask)
  }
}

/** Removes sockets of processes that were killed, and one of an earlier process with this id. */
function removeStale(dataDir: string): void {
  const folder = join(dataDir, 'run')
  const prefix = socketPrefix()
  for (const name of readdirSync(folder)) {
    const pid = name.startsWith(prefix) ? Number.parseInt(name.slice(prefix.length), 10) : Number.NaN
    if (pid === process.pid || (pid > 0 && !isRunning(pid, null))) rmSync(join(folder, name), { force: true })
  }
}

function parse(text: string): z.infer<typeof requestSchema> | null {
  try {
    return requestSchema.parse(JSON.parse(text))
  } catch {
    return null
  }
}

function versionFault(): string {
  return `this process understands version ${CONTROL_VERSION} of requests: use the commands of its version of Signpost`
}
