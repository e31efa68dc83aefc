import { getPriority, setPriority } from 'node:os'

/** Returns this thread to niceness 0 where it has inherited less from its listener. */
export function takePlainPriority(): void {
  // On Linux this is the niceness of this thread alone.
  if (process.platform === 'linux' && getPriority() < 0) setPriority(0)
}

/** Niceness at which a busy core gives a thread a tenth of the time of one with niceness 0. */
const LOW = 10

/** Lets other threads go first. On Linux this is the niceness of this thread alone. */
export function takeLowPriority(): void {
  if (process.platform === 'linux' && getPriority() < LOW) setPriority(LOW)
}
