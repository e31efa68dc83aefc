import { linkParts } from '../../model/link-parts.ts'
import type { ButtonLook, Inline, SpanElement } from '../../model/page-model.ts'
import { plainText } from '../../model/plain-text.ts'
import { themeOfAddress } from '../../model/themes.ts'
import type { Run } from './emphasis.ts'
import type { Target } from './link-target.ts'

/** A part of a line before its parts are put together. */
export type Piece =
  | Run
  | Inline
  | { readonly kind: 'open'; readonly link: Target; readonly image: boolean }
  | { readonly kind: 'close' }
  | {
      readonly kind: 'tag'
      readonly element: SpanElement | 'a'
      readonly opens: boolean
      readonly target: string
      readonly title?: string | undefined
      /** How a link is shown where it is a button. */
      readonly button?: ButtonLook | undefined
    }

interface Frame {
  readonly content: Inline[]
  /** What ends the frame. */
  readonly closedBy: SpanElement | 'a' | 'link' | null
  /** Whether a tag opened it, which may lack its end. */
  readonly isTag: boolean
  /** Title of a span. */
  readonly title?: string | undefined
  readonly link: (Target & { image: boolean; button?: ButtonLook | undefined }) | null
}

/** Spans may nest so deep; deeper ones leave their content. */
const DEPTH_LIMIT = 60

/** Puts the parts of a line together. Tags without a partner are dropped. */
export function buildInline(pieces: readonly Piece[]): Inline[] {
  const root: Frame = { content: [], closedBy: null, isTag: false, link: null }
  const stack: Frame[] = [root]
  /** Frames that were not opened because of the depth. */
  let tooDeep = 0

  function add(part: Inline): void {
    const { content } = stack.at(-1) as Frame
    const before = content.at(-1)
    if (typeof part !== 'string') content.push(part)
    else if (typeof before === 'string') content[content.length - 1] = before + part
    else if (part !== '') content.push(part)
  }
  function open(closedBy: Frame['closedBy'], isTag: boolean, link: Frame['link'] = null, title?: string): void {
    if (stack.length > DEPTH_LIMIT) tooDeep += 1
    else stack.push({ content: [], closedBy, isTag, title, link })
  }
  /** Leaves the content of the innermost frame without it. */
  function dissolve(): void {
    for (const part of stack.pop()?.content ?? []) add(part)
  }
  function close(closedBy: Frame['closedBy'], isTag: boolean): void {
    if (tooDeep > 0) {
      tooDeep -= 1
      return
    }
    if (isTag) {
      const innermost = stack.at(-1)
      if (innermost?.closedBy !== closedBy || !innermost?.isTag) return
    } else while (stack.length > 1 && stack.at(-1)?.isTag) dissolve()
    const frame = stack.length > 1 ? (stack.pop() as Frame) : root
    for (const part of finish(frame)) add(part)
  }

  for (const piece of pieces) {
    if (typeof piece === 'string') add(piece)
    else if ('mark' in piece) {
      for (const element of piece.closes) close(element, false)
      add(piece.mark.repeat(piece.count))
      for (const element of piece.opens.toReversed()) open(element, false)
    } else if (piece.kind === 'open') open('link', false, { ...piece.link, image: piece.image })
    else if (piece.kind === 'close') close('link', false)
    else if (piece.kind !== 'tag') add(piece)
    else if (piece.opens) {
      const link =
        piece.element === 'a' ? { target: piece.target, title: null, image: false, button: piece.button } : null
      open(piece.element, true, link, piece.title)
    } else close(piece.element, true)
  }
  while (stack.length > 1) dissolve()
  return tidy(root.content)
}

function finish({ closedBy, content, isTag, link, title }: Frame): Inline[] {
  if (link?.image) {
    const theme = themeOfAddress(link.target)
    return [{ kind: 'image', source: link.target, alt: plainText(content), title: link.title, ...(theme && { theme }) }]
  }
  if (content.length === 0 && (link === null || isTag)) return []
  if (link !== null) return linkParts(link.target, link.title, content, link.button)
  return [{ kind: 'span', element: closedBy as SpanElement, ...(title ? { title } : {}), content }]
}

/** Makes all white space single, and drops it at both ends. */
function tidy(content: Inline[]): Inline[] {
  const parts = content.map((part) => (typeof part === 'string' ? part.replace(/[ \t\n]+/g, ' ') : part))
  const [first] = parts
  if (typeof first === 'string') parts[0] = first.replace(/^ /, '')
  const last = parts.at(-1)
  if (typeof last === 'string') parts[parts.length - 1] = last.replace(/ $/, '')
  return parts.filter((part) => part !== '')
}
