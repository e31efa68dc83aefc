import { readAbilities, type ChangeableFiles } from '../../../icons/rendition/abilities.ts'
import type { IconPageInput } from './icon-page-context.ts'
import { toChoices, type AskedChoices } from './icon-choices.ts'
import { renderIconPage } from './render-icon.ts'

/** The page of an icon as another thread is asked for it. */
export interface IconPageOrder extends ChangeableFiles {
  readonly kind: 'page'
  readonly asked: AskedChoices
  readonly page: Omit<IconPageInput, 'abilities' | 'choices'>
}

/** Reads the files of an icon, and writes its page as UTF-8. It takes some milliseconds, so a listener has it done elsewhere. */
export function drawIconPage({ asked, page, ...files }: IconPageOrder): Uint8Array {
  const abilities = readAbilities(files, page.icon)
  const choices = toChoices(asked, abilities)
  return new TextEncoder().encode(renderIconPage({ ...page, abilities, choices }))
}
