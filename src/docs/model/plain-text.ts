import type { Badge, Inline } from './page-model.ts'

const WHITE = /[\s\u00a0]+/g

/** The text of a line as people search it: alternative texts of images stay, marks of footnotes go. */
export function plainText(content: readonly Inline[]): string {
  return single(written(content, true))
}

/** The text of a heading that its id is made from, without labels. Each of its spaces may count in an id. */
export function slugText(content: readonly Inline[]): string {
  return written(content, false).replaceAll('\u00ad', '').trim()
}

/** The text of a heading where it names its section. Labels and images are no part of it, unless the heading is nothing else. */
export function titleText(content: readonly Inline[]): string {
  return single(written(content, false, false)) || single(slugText(content)) || plainText(content)
}

/** The alternative texts of images in a heading that are no part of its `titleText`, which stand in the text below it. */
export function altsOf(content: readonly Inline[]): string[] {
  return single(written(content, false, false)) === '' ? [] : altsIn(content)
}

function altsIn(content: readonly Inline[]): string[] {
  return content.flatMap((part) => {
    if (typeof part === 'string') return []
    if (part.kind === 'image') return part.alt === '' ? [] : [part.alt]
    return 'content' in part ? altsIn(part.content) : []
  })
}

function single(text: string): string {
  return text.replaceAll('\u00ad', '').replace(WHITE, ' ').trim()
}

function written(content: readonly Inline[], withBadges: boolean, withImages = true): string {
  let text = ''
  for (const part of content) {
    if (typeof part === 'string') text += part
    else if (part.kind === 'code' || part.kind === 'math') text += part.text
    else if (part.kind === 'image') text += withImages ? part.alt : ''
    else if (part.kind === 'break') text += ' '
    else if (part.kind === 'badge') text += withBadges ? part.text : ''
    else if ('content' in part) text += written(part.content, withBadges, withImages)
  }
  return text
}

/** The labels of a heading that are no part of its `titleText`, which stand in the text below it. */
export function labelsOf(content: readonly Inline[]): Badge[] {
  return slugText(content) === '' ? [] : badgesIn(content)
}

function badgesIn(content: readonly Inline[]): Badge[] {
  return content.flatMap((part) => {
    if (typeof part === 'string') return []
    if (part.kind === 'badge') return [part]
    return 'content' in part ? badgesIn(part.content) : []
  })
}
