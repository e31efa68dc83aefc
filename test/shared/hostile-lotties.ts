/** A solid of 9 by 9 pixels. */
const SOLID = { ty: 1, sw: 9, sh: 9, sc: '#ff0000', ks: { o: { a: 0, k: 100 } }, ip: 0, op: 60, st: 0 }

const ANIMATION = { v: '5.9.0', fr: 30, ip: 0, op: 60, w: 9, h: 9, layers: [SOLID], assets: [] }

/** The smallest PNG. */
const PNG =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

const IMAGE = { ty: 2, refId: 'a', ks: { o: { a: 0, k: 100 } }, ip: 0, op: 60, st: 0 }

const file = (members: object): object => ({
  ...ANIMATION,
  layers: [IMAGE],
  assets: [{ id: 'a', w: 1, h: 1, ...members }],
})

const font = (members: object): object => ({
  ...ANIMATION,
  fonts: { list: [{ fName: 'a', fFamily: 'a', fStyle: 'Regular', ascent: 70, ...members }] },
})

const opacity = (members: object): object => ({
  ...ANIMATION,
  layers: [{ ...SOLID, ks: { o: { a: 0, k: 100, ...members } } }],
})

/** Documents for which a player would fetch something. `out` is an address. */
export const loadingLotties = (out: string): Readonly<Record<string, object>> => ({
  'an image at an address': file({ u: '', p: `${out}/a.png`, e: 0 }),
  'an image in a folder elsewhere': file({ u: `${out}/`, p: 'a.png', e: 0 }),
  'an image beside the document': file({ u: 'images/', p: 'a.png', e: 0 }),
  'an address that is said to be embedded': file({ u: '', p: `${out}/a.png`, e: 1 }),
  'an embedded image that is not said to be': file({ u: 'x/', p: PNG }),
  'an image without a layer': { ...ANIMATION, assets: [{ id: 'b', u: '', p: `${out}/b.png`, e: 0 }] },
  'an image with layers': file({ u: `${out}/`, p: 'a.png', layers: [] }),
  'a sequence of images': file({ u: `${out}/`, p: 'a.png', t: 'seq' }),
  'data of a footage layer': { ...file({ u: `${out}/`, p: 'a.json', t: 3 }), layers: [SOLID] },
  'a font by its address': font({ fPath: `${out}/a.woff`, origin: 3 }),
  'a style sheet of fonts': font({ fPath: `${out}/a.css`, fOrigin: 'g' }),
  'a style sheet of fonts, as text': font({ fPath: `${out}/b.css`, fOrigin: 't' }),
  'an image without an address': file({}),
  'an image whose address is empty': file({ u: '', p: '' }),
  'a composition that is shown as an image': file({ layers: [SOLID] }),
  'an image that a slot unpacks': {
    ...file({ u: '', p: `${PNG}/../../../out/a.png`, e: 1, sid: 's' }),
    slots: { s: { p: { e: 0 } } },
  },
  'an image in a slot': {
    ...file({ u: '', p: PNG, e: 1, sid: 's' }),
    slots: { s: { p: { u: '', p: `${out}/a.png`, e: 1 } } },
  },
  // Members with this name are ordinary in JSON, but many readers do not see them as members.
  'an image in a slot __proto__': {
    ...file({ u: '', p: PNG, e: 1, sid: '__proto__' }),
    slots: JSON.parse(`{"__proto__":{"p":{"u":"","p":"${out}/a.png","e":1}}}`) as object,
  },
  'further segments': { ...ANIMATION, segments: [{ time: 1 }] },
})

/** Documents for which a player with expressions would run `run`, a statement. */
export const runningLotties = (run: string): Readonly<Record<string, object>> => ({
  'an expression': opacity({ x: `${run};var $bm_rt = 1` }),
  'an expression in an array': opacity({ x: [`${run};var $bm_rt = 1`] }),
  'an expression in arrays': opacity({ x: [[[`${run};var $bm_rt = 1`]]] }),
  'an expression behind a number': opacity({ x: [0, `0;${run};var $bm_rt = 1`] }),
  'an expression behind an array': opacity({ x: [0, [1], `0;${run};var $bm_rt = 1`] }),
})

/** Documents on which other players than those of the test would act. */
export const otherHostileLotties = (out: string): Readonly<Record<string, object>> => ({
  'a colour that is an address': { ...ANIMATION, layers: [{ ...SOLID, sc: `url(${out}#a)` }] },
  'a colour within a composition': { ...ANIMATION, assets: [{ id: 'a', layers: [{ ...SOLID, sc: `url(${out}#a)` }] }] },
  'an expression in a slot': { ...ANIMATION, slots: { a: { p: { a: 0, k: 0, x: 'x()' } } } },
})

/** Self-contained documents. */
export const HARMLESS_LOTTIES: Readonly<Record<string, object>> = {
  'a solid': ANIMATION,
  'an embedded image': file({ u: '', p: PNG, e: 1 }),
  'an embedded sound': {
    ...ANIMATION,
    layers: [{ ...IMAGE, ty: 6, au: { lv: { a: 0, k: [100] } } }],
    assets: [{ id: 'a', u: '', p: 'data:audio/mpeg;base64,SUQz', e: 1 }],
  },
  'a font of the system': font({ fPath: '', origin: 0 }),
  'a composition': { ...ANIMATION, assets: [{ id: 'a', layers: [SOLID] }], layers: [{ ...IMAGE, ty: 0, w: 9, h: 9 }] },
  'a colour in a slot': { ...ANIMATION, slots: { a: { p: { a: 0, k: [1, 0, 0] } } } },
  'easing by members x': opacity({
    a: 1,
    k: [
      { t: 0, s: [0], i: { x: [0.8], y: [0.8] }, o: { x: [0.2], y: [0.2] } },
      { t: 9, s: [9] },
    ],
  }),
  'no segments': { ...ANIMATION, segments: [] },
}
