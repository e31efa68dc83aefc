/** A small Lottie document, changed in some members. */
export function lottie(members: Readonly<Record<string, unknown>> = {}): Record<string, unknown> {
  return {
    v: '5.9.0',
    fr: 60,
    ip: 0,
    op: 90,
    w: 512,
    h: 256,
    layers: [
      { ty: 4, nm: 'a shape', ks: { o: { a: 0, k: 100 }, p: { a: 0, k: [256, 128, 0] } }, shapes: [], ip: 0, op: 90, st: 0 },
    ],
    ...members,
  }
}

export function lottieText(members?: Readonly<Record<string, unknown>>): string {
  return JSON.stringify(lottie(members))
}

/** A document of 1.5 MiB with numbers and a picture, as compact JSON. */
export function largeLottie(): string {
  const keys = Array.from({ length: 40 }, (_, k) => ({ t: k * 1.5, s: [k * 0.37, k * 0.11, 0], i: { x: [0.667], y: [1] } }))
  const layers = Array.from({ length: 150 }, (_, n) => ({
    ty: 4,
    nm: `层 ${n}`,
    ks: { p: { a: 1, k: keys } },
    shapes: [],
    ip: 0,
    op: 90,
    st: 0,
  }))
  const picture = Buffer.alloc(900_000, 'not a picture, but as long as one').toString('base64')
  return lottieText({ layers, assets: [{ id: 'a', w: 8, h: 8, u: '', p: `data:image/png;base64,${picture}`, e: 1 }] })
}
