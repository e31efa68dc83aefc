/** What a loop that hangs waits for each time. It blocks its thread, and leaves the processor to others. */
export const PAUSE_MS = 10

/** Blocks this thread, as a long computation or a paused machine does. */
export function standStill(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)
}
