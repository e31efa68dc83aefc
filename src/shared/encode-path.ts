/** Percent-encodes each segment of a site path, so that decoding it once restores the path. Half a character is replaced. */
export function encodePath(path: string): string {
  return path.toWellFormed().split('/').map(encodeURIComponent).join('/')
}
