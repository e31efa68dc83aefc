/** Runs tasks one at a time, in the order of the calls. */
export type Turns = <T>(work: () => Promise<T>) => Promise<T>

/** Creates a queue of tasks. One that fails holds up none after it. */
export function createTurns(): Turns {
  let last: Promise<unknown> = Promise.resolve()
  return (work) => {
    const done = last.then(work)
    last = done.catch(() => undefined)
    return done
  }
}
