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
