/** An element of an SVG file with what is allowed of it, from which the file is written anew. */
export interface SvgElement {
  readonly name: string
  /** As a browser reads them, without escapes. `href` stands for `xlink:href` too. */
  readonly attributes: Readonly<Record<string, string>>
  readonly children: readonly (SvgElement | string)[]
}
