import type { Locale } from '../../shared/locale.ts'
import type { Answer } from '../../shared/result.ts'
import type { DocsService } from './docs-service.ts'
import type { Page } from '../page.ts'

/**
 * Reads a page, and gives the same one of another version where that is asked for. A page that belongs to every version is
 * given as it is. Null: there is no such page, or not in that version.
 *
 * @param name name of the version; null: whichever the page has
 */
export async function inVersion(
  docs: DocsService,
  name: string | null,
  asked: { readonly locale: Locale; readonly read: () => Promise<Answer<Page | null>> },
): Promise<Answer<Page | null>> {
  const answer = await asked.read()
  const page = answer.ok ? answer.value : null
  if (name === null || page?.version === undefined || page.version.name === name) return answer
  return docs.pageIn(name, page, asked.locale)
}
