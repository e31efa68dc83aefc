/** Reads own properties only, since `constructor` is a word too. */
export function ownValue<T>(of: Readonly<Record<string, T>>, key: string): T | undefined {
  return Object.hasOwn(of, key) ? of[key] : undefined
}
