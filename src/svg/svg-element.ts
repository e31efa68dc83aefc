/** An element of an SVG file with its allowed parts, from which the file is rewritten. */
export interface SvgElement {
  readonly name: string
  /** Values without escapes, as a browser reads them. `href` stands for `xlink:href` too. */
  readonly attributes: Readonly<Record<string, string>>
  readonly children: readonly (SvgElement | string)[]
}
