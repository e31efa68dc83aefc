/** An element of an SVG file with its allowed parts, from which the file is rewritten. */
export interface SvgElement {
  readonly name: string
  /** Values without escapes, as a browser reads them. `href` stands for `xlink:href` too. */
  readonly attributes: Readonly<Record<string, string>>
  readonly children: readonly (SvgElement | string)[]
}

/** Elements of a file, its root first, in the order of the document. */
export function* elementsOf(element: SvgElement): Generator<SvgElement> {
  yield element
  for (const child of element.children) if (typeof child !== 'string') yield* elementsOf(child)
}
