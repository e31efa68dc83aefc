/** The Lottie document of an icon, from which an animation is created. */
export type IconDocument =
  | { readonly ok: true; readonly title: string; /** JSON text. */ readonly document: string }
  /** `no_lottie`: the icon exists only as SVG. */
  | { readonly ok: false; readonly reason: 'unknown' | 'no_lottie' | 'unavailable' }

/** Functions of the icons host that accounts need. */
export interface IconDocuments {
  lottie(iconId: string): Promise<IconDocument>
}
