/** Data of a plot, without its appearance. `bench/html` draws it. */
export type Chart = LineChart | BarChart

/** `percentile` is a scale from 0 to 1 on which 0.5, 0.9, 0.99 and 0.999 are at about equal distances. */
export type ScaleName = 'linear' | 'log' | 'percentile'

export interface Axis {
  readonly label: string
  readonly scale: ScaleName
}

export interface LineSeries {
  readonly name: string
  /** Pairs of x and y, in increasing order of x. */
  readonly points: readonly (readonly [number, number])[]
}

export interface LineChart {
  readonly kind: 'lines'
  readonly title: string
  /** One sentence with what a reader must know to understand the plot. */
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
  /** Unit that follows each value. */
  readonly unit: string
  /** A log scale begins one decade below the smallest value. */
  readonly scale: 'linear' | 'log'
  /** Value at which bars begin, in either direction. Default: the left edge. */
  readonly baseline?: number
  readonly groups: readonly BarGroup[]
}
