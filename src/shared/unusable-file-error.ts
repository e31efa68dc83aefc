/** A file cannot be used as what it was taken for. The message gives its author the reason. */
export class UnusableFileError extends Error {
  override readonly name = 'UnusableFileError'
}
