import { execFile } from 'node:child_process'
import type { Log } from '../shared/log.ts'

const TIMEOUT_MS = 5000

/**
 * Tells systemd the state of a service with `Type=notify`. Node.js cannot send datagrams to a Unix socket, so `systemd-notify`
 * does it, which comes with systemd. It is a process of its own, hence `NotifyAccess=all` in the unit.
 */
export function notifySystemd(state: 'READY=1' | 'STOPPING=1', log: Log): void {
  if (!process.env['NOTIFY_SOCKET']) return
  execFile('systemd-notify', [state], { timeout: TIMEOUT_MS }, (error) => {
    if (error === null) return
    log.pino.warn({ err: error, state }, 'systemd could not be notified; without systemd-notify use Type=exec')
  })
}
