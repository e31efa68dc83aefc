import type { ButtonLook, Inline } from './page-model.ts'

/** A link, with the white space at the edges of its text outside: it would be underlined, and join what stands beside it. */
export function linkParts(
  target: string,
  title: string | null,
  content: readonly Inline[],
  button?: ButtonLook,
): Inline[] {
  const parts = [...content]
  const [first] = parts
  const before = typeof first === 'string' && /^\s/.test(first) ? ' ' : ''
  if (before !== '') parts[0] = (first as string).trimStart()
  const last = parts.at(-1)
  const behind = typeof last === 'string' && /\s$/.test(last) ? ' ' : ''
  if (behind !== '') parts[parts.length - 1] = (last as string).trimEnd()
  const link: Inline = {
    kind: 'link',
    target,
    title,
    ...(button === undefined ? {} : { button }),
    content: parts.filter((part) => part !== ''),
  }
  return [before, link, behind].filter((part) => part !== '')
}
