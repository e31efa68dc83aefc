import type { Block, Heading } from '../../../model/page-model.ts'
import { plainText } from '../../../model/plain-text.ts'
import { HtmlElement, find } from '../tree.ts'
import type { Context } from './context.ts'
import { partsOf } from './lists.ts'

/** Whether a list describes a function, class or the like, as Sphinx writes them. */
export function describesObject(list: HtmlElement): boolean {
  const term = list.elements.find(({ name }) => name === 'dt')
  if (term === undefined) return false
  return (
    term.hasClass('sig', 'sig-object') ||
    (term.id !== null && find(term, (inner) => inner.hasClass('descname')) !== null)
  )
}

/** Classes of signatures, each with the class of the element around it, which describes one function, type or the like. */
const SIGNATURES: Readonly<Record<string, string | undefined>> = {
  src: 'top',
  signature: 'entry-detail',
  'method-heading': 'method-detail',
}

/** A signature as a heading below the last one, as Haddock, Crystal and RDoc write them, or null if it is not one. */
export function signatureOf(context: Context, element: HtmlElement): Heading | null {
  const isSignature = element.classes.some((name) => {
    const around = Object.hasOwn(SIGNATURES, name) ? SIGNATURES[name] : undefined
    return around !== undefined && element.parent?.hasClass(around) === true
  })
  if (!isSignature) return null
  const id = element.parent?.id ?? find(element, (inner) => inner.id !== null)?.id ?? null
  const text = plainText(context.inline(element.children)).trim()
  if (id === null || text === '') return null
  const level = Math.min(6, Math.max(1, context.headingLevel) + 1)
  return { kind: 'heading', level, id: context.headingId(id, text), content: [{ kind: 'code', text }] }
}

/**
 * Descriptions as sections: each signature is a heading below the one that it stands under, with its own id, so that a
 * search for a function leads to it.
 */
export function objectsOf(context: Context, list: HtmlElement): Block[] {
  const blocks: Block[] = []
  for (const part of partsOf(list)) {
    if (!(part instanceof HtmlElement)) continue
    if (part.name === 'dt') {
      const content = context.inline(part.children)
      const text = plainText(content)
      if (text === '') continue
      if (part.id === null) blocks.push({ kind: 'paragraph', content: [{ kind: 'code', text }] })
      else {
        const level = Math.min(6, Math.max(1, context.headingLevel) + 1 + context.objectDepth)
        blocks.push({ kind: 'heading', level, id: context.headingId(part.id, text), content: [{ kind: 'code', text }] })
      }
    } else {
      context.objectDepth++
      const level = context.headingLevel
      for (const block of context.blocks(part.children)) blocks.push(block)
      context.headingLevel = level
      context.objectDepth--
    }
  }
  return blocks
}
