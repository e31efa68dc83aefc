import type { IconDocuments } from '../../account/icon-documents.ts'
import type { IconRecord } from '../../icons/icon-record.ts'
import type { IconsService } from '../../icons/icons-service.ts'

/**
 * Gives animations of the account host the Lottie files of the icons host in the same process.
 *
 * @param served Returns the service of the icons host; null while it has no icons.
 */
export function iconDocuments(served: () => Pick<IconsService, 'icon' | 'asset'> | null): IconDocuments {
  const decoder = new TextDecoder()
  return {
    async lottie(iconId) {
      const icons = served()
      if (icons === null) return { ok: false, reason: 'unavailable' }
      const bytes = icons.icon(iconId)
      if (bytes === null) return { ok: false, reason: 'unknown' }
      const { formats, id, title } = JSON.parse(decoder.decode(bytes)) as IconRecord
      if (!formats.some(({ ext }) => ext === 'json')) return { ok: false, reason: 'no_lottie' }
      const answer = await icons.asset(id, 'json')
      // The record may belong to a generation that has just been replaced.
      if (!answer.ok || answer.value === null) return { ok: false, reason: 'unavailable' }
      return { ok: true, title, document: decoder.decode(answer.value.bytes) }
    },
  }
}
