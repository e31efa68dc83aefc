import { z } from 'zod'
import type { Parameter } from '../../../http/route/parameters.ts'
import type { Cacheable, Reply } from '../../../http/route/reply.ts'
import type { Endpoint } from '../../../http/route/route.ts'
import { ICON_EXTENSIONS, type IconExtension, type IconRecord } from '../../../icons/icon-record.ts'
import type { IconsService } from '../../../icons/icons-service.ts'
import { isAssetVersion } from '../../../icons/publish.ts'
import { renderFile } from '../../../icons/rendition/render-file.ts'
import { renditionParameters, type Rendition } from '../../../icons/rendition/rendition.ts'
import { unavailable } from '../../content-reply.ts'
import { NO_SUCH_ICON } from './refusals.ts'
import { RENDITION_PARAMETERS, toRendition } from './rendition-parameters.ts'
import { FILE_CACHING, fileReply } from './replies.ts'

const IMMUTABLE_CACHING = 'public, max-age=31536000, immutable'
const PREFIX = '/assets/'
const NAME = /^([a-z0-9]+(?:-[a-z0-9]+)*)\.([a-z]+)$/

/** Nothing in a served SVG may load or run anything (choices §3). */
const SVG_HEADERS = [['Content-Security-Policy', "default-src 'none'; style-src 'unsafe-inline'"]] as const

/** Query parameters of `/assets/{file}`: a beginning of the file's hash, under which it may be kept for ever, and changes. */
const ASSET_PARAMETERS = {
  ...RENDITION_PARAMETERS,
  v: {
    schema: z.string().max(64).catch(''),
    form: 'text',
    code: 'invalid_query',
    description: 'The version in the addresses of records. Anything else is ignored.',
    required: false,
  },
} as const satisfies Record<string, Parameter>

/** `/assets/{file}`: a file of an icon. */
export function getAsset(icons: IconsService): Endpoint<typeof ASSET_PARAMETERS> {
  function recordOf(id: string): IconRecord | null {
    const record = icons.icon(id)
    return record === null ? null : (JSON.parse(decoder.decode(record)) as IconRecord)
  }

  /** A file with changes. No version names its bytes, which the code of the changes decides too. */
  function changed(icon: IconRecord, ext: IconExtension, rendition: Rendition): Cacheable {
    return {
      key: `asset ${icon.id}.${ext} ${renditionParameters(rendition).toString()}`,
      async produce() {
        const { content } = icons
        const answer = await renderFile(icons, icon, ext, rendition)
        if (!answer.ok) return unavailable(answer)
        if (answer.value === null) return null
        if (!answer.value.ok) return { ...answer.value, status: 400 }
        return { ...fileReply(answer.value.value, FILE_CACHING, content), ...headersOf(ext) }
      },
      absent: () => NO_SUCH_ICON,
    }
  }

  return {
    parameters: ASSET_PARAMETERS,
    answer({ path, query }) {
      const [, id, ext] = NAME.exec(path.slice(PREFIX.length)) ?? []
      if (id === undefined || !isExtension(ext)) return NO_SUCH_ICON
      const icon = recordOf(id)
      const file = icon?.formats.find((format) => format.ext === ext)
      if (icon === null || file === undefined) return NO_SUCH_ICON
      const rendition = toRendition(query)
      if (renditionParameters(rendition).size > 0) return changed(icon, ext, rendition)
      // Only what the version decides is part of the key: made-up versions must not fill the cache with one file.
      const caching = isAssetVersion(query.v, file.sha256) ? IMMUTABLE_CACHING : FILE_CACHING
      return {
        key: `asset ${id}.${ext} ${caching}`,
        async produce() {
          const { content } = icons
          const answer = await icons.asset(id, ext)
          if (!answer.ok) return unavailable(answer)
          if (answer.value === null) return null
          return { ...fileReply(answer.value, caching, content), ...headersOf(ext) }
        },
        absent: () => NO_SUCH_ICON,
      }
    },
  }
}

const decoder = new TextDecoder()

function headersOf(ext: IconExtension): Pick<Reply, 'headers'> {
  return ext === 'svg' ? { headers: SVG_HEADERS } : {}
}

function isExtension(ext: string | undefined): ext is IconExtension {
  return (ICON_EXTENSIONS as readonly (string | undefined)[]).includes(ext)
}
