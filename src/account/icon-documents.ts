/** The Lottie document of an icon, to make an animation from. */
export type IconDocument =
  | { readonly ok: true; readonly title: string; /** JSON text. */ readonly document: string }
  /** `no_lottie`: the icon exists, as SVG alone. */
  | { readonly ok: false; readonly reason: 'unknown' | 'no_lottie' | 'unavailable' }

/** What an account needs of the icons. */
export interface IconDocuments {
  lottie(iconId: string): Promise<IconDocument>
}
