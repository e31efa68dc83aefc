import { readAbilities, type ChangeableFiles } from '../../../icons/rendition/abilities.ts'
import { RENDITION_LIMIT_BYTES } from '../../../icons/rendition/rendition.ts'
import type { IconPageInput } from './icon-page-context.ts'
import { toChoices, type AskedChoices } from './icon-choices.ts'
import { renderIconPage } from './render-icon.ts'

/** The page of an icon as it is asked for, also of another thread. */
export interface IconPageOrder extends ChangeableFiles {
  readonly kind: 'page'
  readonly asked: AskedChoices
  readonly page: Omit<IconPageInput, 'abilities' | 'choices'>
}

/** Whether nothing was chosen and the files are short. The listener writes such a page itself. */
export function isPlain({ asked: { color, inline, size, speed, trigger }, json, svg }: IconPageOrder): boolean {
  const isAsItIs = (color ?? size ?? speed) === null && trigger === 'load' && !inline
  return isAsItIs && (svg?.length ?? 0) + (json?.length ?? 0) <= RENDITION_LIMIT_BYTES
}

/** Reads the files of an icon, and writes its page as UTF-8. Pages with choices are endless, so another thread writes them. */
export function drawIconPage({ asked, page, ...files }: IconPageOrder): Uint8Array {
  const abilities = readAbilities(files, page.icon)
  const choices = toChoices(asked, abilities)
  return new TextEncoder().encode(renderIconPage({ ...page, abilities, choices }))
}
