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
