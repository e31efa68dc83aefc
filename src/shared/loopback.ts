const LOOPBACK = /^https?:\/\/(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d+)?$/

/** Whether an origin is one of this machine. */
export function isLoopbackOrigin(origin: string): boolean {
  return LOOPBACK.test(origin)
}

const LOOPBACK_ADDRESS = /^(?:127(?:\.\d{1,3}){3}|::1)$/

/** Whether only this machine reaches an IP address. */
export function isLoopbackAddress(address: string): boolean {
  return LOOPBACK_ADDRESS.test(address)
}

/** Addresses that stand for all of the machine, and one of them that can be asked. */
const ASKED: Readonly<Record<string, string>> = { '0.0.0.0': '127.0.0.1', '::': '::1' }

/** Host of a URL at which what listens on an IP address answers on this machine. */
export function boundHost(bind: string): string {
  const address = ASKED[bind] ?? bind
  return address.includes(':') ? `[${address}]` : address
}
