/** Operation that lets the next build of a process publish far fewer pages than it serves. */
export const ALLOW_LOSS = 'allow-loss'
