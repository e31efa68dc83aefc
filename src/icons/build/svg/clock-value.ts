const UNITS_MS: Readonly<Record<string, number>> = { h: 3_600_000, min: 60_000, s: 1000, ms: 1 }

/** Parses a clock value of SMIL (SMIL 3.0 §5.4.1) to milliseconds: `0.5s`, `250ms`, `2`, `01:30`. Null when it is not one. */
export function parseClockValue(text: string): number | null {
  const value = text.trim()
  const count = /^(\d+(?:\.\d+)?|\.\d+)(h|min|s|ms)?$/.exec(value)
  if (count) return Number(count[1]) * (UNITS_MS[count[2] ?? 's'] ?? 1000)
  const clock = /^(?:(\d+):)?([0-5]?\d):([0-5]?\d(?:\.\d+)?)$/.exec(value)
  if (clock) return Number(clock[1] ?? 0) * 3_600_000 + Number(clock[2]) * 60_000 + Number(clock[3]) * 1000
  return null
}
