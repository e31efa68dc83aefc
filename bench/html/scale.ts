import type { ScaleName } from '../chart.ts'

export interface Tick {
  readonly value: number
  readonly label: string
}

export interface Scale {
  /** @returns the position of a value, between 0 and 1 */
  readonly place: (value: number) => number
  readonly ticks: readonly Tick[]
}

const PERCENTILE_TICKS = [0.5, 0.9, 0.99, 0.999]
const MOST_TICKS = 7

/**
 * Creates a scale that covers all values.
 *
 * @param own Whether a small number of values get ticks of their own, as numbers of connections do.
 */
export function createScale(name: ScaleName, values: readonly number[], own = false): Scale {
  const distinct = [...new Set(values)].sort((a, b) => a - b)
  const ticks = own && distinct.length <= MOST_TICKS ? distinct : null
  if (name === 'percentile') return percentileScale(distinct)
  return name === 'log' ? logScale(distinct, ticks) : linearScale(distinct, ticks)
}

function percentileScale(values: readonly number[]): Scale {
  const nines = (part: number): number => -Math.log10(1 - part)
  const [low, high] = [nines(values[0]!), nines(values.at(-1)!)]
  const place = (part: number): number => (high === low ? 0.5 : (nines(part) - low) / (high - low))
  const ticks = PERCENTILE_TICKS.filter((part) => part >= values[0]! && part <= values.at(-1)!)
  return { place, ticks: ticks.map((value) => ({ value, label: String(Number((value * 100).toFixed(1))) })) }
}

function linearScale(values: readonly number[], own: readonly number[] | null): Scale {
  const largest = Math.max(values.at(-1)!, Number.MIN_VALUE)
  const step = niceStep(largest / 4)
  const end = Math.ceil(largest / step) * step
  const count = Math.round(end / step)
  const ticks = own ?? Array.from({ length: count + 1 }, (_, n) => n * step)
  return { place: (value) => value / end, ticks: ticks.map(toTick) }
}

/** The scale extends to the nearest steps of 1, 2 or 5 around the values. */
function logScale(values: readonly number[], own: readonly number[] | null): Scale {
  const [least, largest] = [Math.log10(values[0]!), Math.log10(values.at(-1)!)]
  if (own !== null) {
    const width = largest - least
    return { place: (value) => (width === 0 ? 0.5 : (Math.log10(value) - least) / width), ticks: own.map(toTick) }
  }
  const steps = stepsBetween(least, largest)
  const [low, high] = [Math.log10(steps[0]!), Math.log10(steps.at(-1)!)]
  const decades = steps.filter((value) => Number.isInteger(Number(Math.log10(value).toFixed(9))))
  const ticks = steps.length <= MOST_TICKS ? steps : decades
  return { place: (value) => (Math.log10(value) - low) / (high - low), ticks: ticks.map(toTick) }
}

function stepsBetween(least: number, largest: number): number[] {
  const steps: number[] = []
  for (let decade = Math.floor(least) - 1; decade <= Math.ceil(largest); decade++) {
    for (const step of [1, 2, 5]) steps.push(Number((step * 10 ** decade).toPrecision(1)))
  }
  const first = steps.findLastIndex((value) => Math.log10(value) <= least)
  const last = steps.findIndex((value) => Math.log10(value) >= largest)
  return steps.slice(first, Math.max(last, first + 1) + 1)
}

function niceStep(rough: number): number {
  const decade = 10 ** Math.floor(Math.log10(rough))
  return decade * ([1, 2, 5].find((step) => step * decade >= rough) ?? 10)
}

function toTick(value: number): Tick {
  return { value, label: shorten(value) }
}

/** `1,500` becomes `1.5k`. Three digits are enough on an axis. */
export function shorten(value: number): string {
  for (const [size, suffix] of [
    [1e6, 'M'],
    [1e3, 'k'],
  ] as const) {
    if (value >= size) return `${Number((value / size).toPrecision(3))}${suffix}`
  }
  return String(Number(value.toPrecision(3)))
}
