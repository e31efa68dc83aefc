/** Characters of a page that takes a second of a processor, and less than the 8 MiB that a page may have. */
const SLOW_CHARS = 2_000_000

/** An allowed page of which each reader needs a second and more, whatever becomes of single expressions: lists of marks. */
export function slowMarkdown(title = 'Slow', chars = SLOW_CHARS): string {
  return `# ${title}\n\n${repeated('- *a* [b](c.md) `d` ~~e~~ <b>f</b>\n', chars)}`
}

export function slowHtml(title = 'Slow'): string {
  const text = repeated('<h2 id="a">b</h2><p>a <code>b</code> <a href="#a">c</a></p><table><tr><td>d</table>')
  return `<html lang="en"><title>${title}</title><main><h1>${title}</h1>${text}</main></html>`
}

function repeated(text: string, chars = SLOW_CHARS): string {
  return text.repeat(Math.ceil(chars / text.length))
}
