const MARKDOWN = /[\\`*_{}[\]<>#|~$&]/g

/** A text on one line, in which no sign has a meaning. */
export function asMarkdown(text: string): string {
  return text.replace(/\s+/g, ' ').replace(MARKDOWN, '\\$&')
}
