import type { BodyPart } from '../http/route/rpc-route.ts'

/** Puts what was taken out of a body to where it stood in what was parsed from the rest. */
export function putBack(message: unknown, parts: readonly BodyPart[]): void {
  for (const { path, value } of parts) {
    let holder = message as Record<string | number, unknown>
    for (const name of path.slice(0, -1)) holder = holder[name] as typeof holder
    holder[path.at(-1)!] = value
  }
}
