import { z } from 'zod'
import { createParameterParser, type Parameter } from '../../../http/route/parameters.ts'
import type { Cacheable, Reply } from '../../../http/route/reply.ts'
import type { Endpoint } from '../../../http/route/route.ts'
import type { ServiceError } from '../../../http/route/service-error.ts'
import { ICON_EXTENSIONS, type IconExtension, type IconRecord } from '../../../icons/icon-record.ts'
import type { IconsService } from '../../../icons/icons-service.ts'
import { isAssetVersion } from '../../../icons/publish.ts'
import type { FileOrder, RenderedFile } from '../../../icons/rendition/render-file.ts'
import { RENDITION_LIMIT_BYTES, renditionParameters, type Rendition } from '../../../icons/rendition/rendition.ts'
import { addressKey } from '../../../shared/address-key.ts'
import type { Answer } from '../../../shared/result.ts'
import { unavailable } from '../../content-reply.ts'
import { NO_SUCH_ICON } from './refusals.ts'
import { RENDITION_PARAMETERS, toRendition } from './rendition-parameters.ts'
import { FILE_CACHING, fileReply } from './replies.ts'

const IMMUTABLE_CACHING = 'public, max-age=31536000, immutable'
const PREFIX = '/assets/'
const DOT_LOTTIE = 'application/zip+dotlottie'
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

/** Has a changed file written by another thread: see `IconRenderer`. */
export type RenderFile = (order: FileOrder, client: string, gone: () => boolean) => Promise<Answer<RenderedFile | null>>

const parseRendition = createParameterParser(RENDITION_PARAMETERS)

/** Counts a request for a file with changes as one. A file as it is, and what is refused, count nothing. */
function costOf({ rawQuery }: { readonly rawQuery: string }): number {
  if (rawQuery === '') return 0
  const parsed = parseRendition(rawQuery)
  return parsed.ok && renditionParameters(toRendition(parsed.value)).size > 0 ? 1 : 0
}

/** `/assets/{file}`: a file of an icon. */
export function getAsset(icons: IconsService, render: RenderFile): Endpoint<typeof ASSET_PARAMETERS> {
  function recordOf(id: string): IconRecord | null {
    const record = icons.icon(id)
    return record === null ? null : (JSON.parse(decoder.decode(record)) as IconRecord)
  }

  /** A file with changes. No version names its bytes, which the code of the changes decides too. */
  function changed(icon: IconRecord, ext: IconExtension, rendition: Rendition, address: string): Cacheable {
    return {
      key: `asset ${icon.id}.${ext} ${renditionParameters(rendition).toString()}`,
      async produce(aborted) {
        const { content } = icons
        // A dotLottie file is packed from the same document.
        const answer = await icons.asset(icon.id, ext === 'lottie' ? 'json' : ext)
        if (!answer.ok) return unavailable(answer)
        if (answer.value === null) return null
        const { bytes, mediaType } = answer.value
        if (bytes.length > RENDITION_LIMIT_BYTES) return cannotChange(icon.id, ext)
        const { id, loop } = icon
        const order: FileOrder = { kind: 'file', icon: { id, loop }, ext, rendition, file: new Uint8Array(bytes) }
        const rendered = await render(order, addressKey(address), aborted)
        if (!rendered.ok) return unavailable(rendered)
        if (rendered.value === null) return cannotChange(icon.id, ext)
        const file = { ...rendered.value, mediaType: ext === 'lottie' ? DOT_LOTTIE : mediaType }
        return { ...fileReply(file, FILE_CACHING, content), ...headersOf(ext) }
      },
      absent: () => NO_SUCH_ICON,
    }
  }

  return {
    parameters: ASSET_PARAMETERS,
    cost: costOf,
    answer({ caller, path, query }) {
      const [, id, ext] = NAME.exec(path.slice(PREFIX.length)) ?? []
      if (id === undefined || !isExtension(ext)) return NO_SUCH_ICON
      const icon = recordOf(id)
      const file = icon?.formats.find((format) => format.ext === ext)
      if (icon === null || file === undefined) return NO_SUCH_ICON
      const rendition = toRendition(query)
      if (renditionParameters(rendition).size > 0) return changed(icon, ext, rendition, caller.address)
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

function cannotChange(id: string, ext: IconExtension): ServiceError {
  const detail =
    `The file ${id}.${ext} cannot be changed so. A colour needs a drawing in one colour, speed and still need motion by SMIL ` +
    'or Lottie, size and still are for svg alone, and png stays as it is.'
  return { ok: false, status: 400, code: 'invalid_rendition', detail }
}

function headersOf(ext: IconExtension): Pick<Reply, 'headers'> {
  return ext === 'svg' ? { headers: SVG_HEADERS } : {}
}

function isExtension(ext: string | undefined): ext is IconExtension {
  return (ICON_EXTENSIONS as readonly (string | undefined)[]).includes(ext)
}
