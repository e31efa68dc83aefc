/** Says what went wrong, for the message of a fault. */
export function reason(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
