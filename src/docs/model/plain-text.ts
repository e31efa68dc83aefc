import type { Inline } from './page-model.ts'

const WHITE = /[\s\u00a0]+/g

/** The text of a line as people search it: alternative texts of images stay, marks of footnotes go. */
export function plainText(content: readonly Inline[]): string {
  return written(content).replaceAll('\u00ad', '').replace(WHITE, ' ').trim()
}

function written(content: readonly Inline[]): string {
  let text = ''
  for (const part of content) {
    if (typeof part === 'string') text += part
    else if (part.kind === 'code' || part.kind === 'math') text += part.text
    else if (part.kind === 'image') text += part.alt
    else if (part.kind === 'break') text += ' '
    else if (part.kind !== 'reference') text += written(part.content)
  }
  return text
}
