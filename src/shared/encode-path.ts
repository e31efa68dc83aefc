/** Percent-encodes each segment of a site path, so that decoding it once gives the path back. */
export function encodePath(path: string): string {
  return path.split('/').map(encodeURIComponent).join('/')
}
