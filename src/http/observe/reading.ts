type Labels = Readonly<Record<string, string>>

/** A metric of the main thread, which a scrape shows beside those of the listeners. */
export interface Reading {
  readonly name: string
  readonly help: string
  readonly type: 'counter' | 'gauge'
  /** Called at each scrape. Without a sample the metric has no line. */
  readonly read: () => readonly { readonly labels: Labels; readonly value: number }[]
}

/** A gauge of one number. */
export function gauge(name: string, help: string, read: () => number): Reading {
  return { name, help, type: 'gauge', read: () => [{ labels: {}, value: read() }] }
}

/** A gauge with the value 1 for each set of labels, and no line for others. */
export function infoGauge(name: string, help: string, read: () => readonly Labels[]): Reading {
  return { name, help, type: 'gauge', read: () => read().map((labels) => ({ labels, value: 1 })) }
}

/** A counter of one number, which only grows while the process lives. */
export function counter(name: string, help: string, read: () => number): Reading {
  return { name, help, type: 'counter', read: () => [{ labels: {}, value: read() }] }
}
