import type { BodyPart } from '../http/route/rpc-route.ts'

/** Puts the parts that were taken out of a body back to their places in the parsed rest. */
export function restoreParts(message: unknown, parts: readonly BodyPart[]): void {
  for (const { path, value } of parts) {
    let holder = message as Record<string | number, unknown>
    for (const name of path.slice(0, -1)) holder = holder[name] as typeof holder
    holder[path.at(-1)!] = value
  }
}
