/** Words that describe how an icon is drawn, not what it shows. */
const LAYOUT: ReadonlySet<string> = new Set([
  ...'loop twotone filled outline outlined solid transition alt small md rounded'.split(' '),
  ...'simple static'.split(' '),
])

/**
 * Subjects that an icon's name states: `cog-filled-loop` → `['cog']`, `close-to-menu-transition` → `['menu', 'close']`.
 * A transition ends as its second subject, which therefore comes first.
 */
export function stemsOf(name: string): string[] {
  const parts = name.endsWith('-transition') ? name.split('-to-').toReversed() : [name]
  const stems = parts.map((part) => {
    const words = part.split('-')
    const shown = words.filter((word) => !LAYOUT.has(word))
    return (shown.length === 0 ? words : shown).join('-')
  })
  return [...new Set(stems)]
}
