/** Percent-encodes each segment of a site path, so that decoding it once restores the path. */
export function encodePath(path: string): string {
  return path.split('/').map(encodeURIComponent).join('/')
}
