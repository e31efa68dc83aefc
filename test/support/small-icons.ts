/** A growing circle, as SVG. */
export const CIRCLE_SVG =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><circle cx="12" cy="12" r="4"><animate attributeName="r" values="4;8" dur="1s" repeatCount="indefinite"/></circle></svg>'

/** A red square for two seconds, as Lottie. */
export const SQUARE_LOTTIE = squareLottie({})

/** A red square with other members of the animation. */
export function squareLottie(members: object): string {
  const still = (k: unknown): object => ({ a: 0, k })
  const transform = { p: still([0, 0]), a: still([0, 0]), s: still([100, 100]), r: still(0), o: still(100) }
  const square = [
    { ty: 'rc', p: still([32, 32]), s: still([40, 40]), r: still(0) },
    { ty: 'fl', c: still([1, 0, 0, 1]), o: still(100), r: 1 },
    { ty: 'tr', ...transform },
  ]
  const layer = { ty: 4, ind: 1, ip: 0, op: 60, st: 0, sr: 1, bm: 0, ks: transform, shapes: [{ ty: 'gr', it: square }] }
  return JSON.stringify({ v: '5.9.0', fr: 30, ip: 0, op: 60, w: 64, h: 64, assets: [], layers: [layer], ...members })
}

/** `sources.json` with one folder, `content/icons/own`, and one category, `brand`. */
export function folderSources(members: object = {}): string {
  const license = { spdx: 'CC0-1.0', url: 'https://creativecommons.org/publicdomain/zero/1.0/' }
  const author = { name: 'We', url: 'https://we.example/' }
  const own = { type: 'folder', id: 'own', title: 'Own', folder: 'own', category: 'brand', license, author, ...members }
  return JSON.stringify({ categories: [{ id: 'brand', title: 'Brand' }], sources: [own] })
}
