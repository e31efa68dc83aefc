/** Every scalar in a value, as JSON text, or as it is for texts. */
export function leavesOf(value: unknown): string[] {
  if (typeof value === 'object' && value !== null) return Object.values(value).flatMap(leavesOf)
  return [typeof value === 'string' ? value : String(value)]
}
