/** What a plot shows, without how it looks. `bench/html` draws it. */
export type Chart = LineChart | BarChart

/** `percentile`: parts of one, drawn so that 0.5, 0.9, 0.99 and 0.999 are equally far from one another. */
export type ScaleName = 'linear' | 'log' | 'percentile'

export interface Axis {
  readonly label: string
  readonly scale: ScaleName
}

export interface LineSeries {
  readonly name: string
  /** x and y, by growing x. */
  readonly points: readonly (readonly [number, number])[]
}

export interface LineChart {
  readonly kind: 'lines'
  readonly title: string
  /** What a reader has to know to read it, in a sentence. */
  readonly note?: string
  readonly x: Axis
  readonly y: Axis
  readonly series: readonly LineSeries[]
}

export interface Bar {
  readonly series: string
  readonly value: number
}

export interface BarGroup {
  readonly label: string
  readonly bars: readonly Bar[]
}

export interface BarChart {
  readonly kind: 'bars'
  readonly title: string
  readonly note?: string
  /** Written after the values. */
  readonly unit: string
  /** A log scale begins one decade under the smallest value. */
  readonly scale: 'linear' | 'log'
  /** Bars reach from this value to theirs, to either side; default from the left edge. */
  readonly baseline?: number
  readonly groups: readonly BarGroup[]
}
