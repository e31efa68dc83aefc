/** Descriptors with which all hosts start. The pages on troubleshooting have the number too. */
const DESCRIPTORS = 512

/** Says what went wrong, for a message to people. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return lacksDescriptors(error)
    ? `${error.message}. The limit of open files is too low: raise it to ${DESCRIPTORS} or more, with ulimit -n or LimitNOFILE of systemd`
    : error.message
}

/** Says the same for a fault of this program, with the stack. */
export function stackOf(error: unknown): string {
  return error instanceof Error && !lacksDescriptors(error) ? (error.stack ?? error.message) : reasonOf(error)
}

/** Whether the process has as many files open as it may. */
function lacksDescriptors(error: unknown): boolean {
  return error instanceof Error && (error as NodeJS.ErrnoException).code === 'EMFILE'
}
