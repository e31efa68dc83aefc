/** Attributes behind a heading, as mdBook and VitePress read them: `{#id .class key="value"}`. */
export const HEADING_ATTRIBUTES = /(?<![{\\])\{([^{}`]+)\}$/

/** The id that attributes give: `#id` or `id="id"`. */
export function idOf(attributes: string): string | undefined {
  const [, short, quoted] = /(?:^|\s)(?:#([^\s{}#"]{1,200})|id=["']?([^\s{}#"']{1,200}))/.exec(attributes) ?? []
  return short ?? quoted
}
