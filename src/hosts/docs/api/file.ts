import type { DocsFile, DocsService } from '../../../docs/served/docs-service.ts'
import { fileAddress, parseFileAddress } from '../../../docs/files/file-address.ts'
import { fileType } from '../../../docs/files/file-types.ts'
import type { Reply } from '../../../http/route/reply.ts'
import type { Endpoint } from '../../../http/route/route.ts'
import { unavailable } from '../../content-reply.ts'
import { IMMUTABLE_CACHING } from '../../static-routes.ts'
import { NO_SUCH_ADDRESS } from './refusals.ts'

/** A drawing that is opened by itself runs and loads nothing, even if the sanitizer let something through. */
const SVG_POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:; sandbox"

/** `/files/{hash}/{name}`: an image or another file beside pages. Its address changes with its bytes. */
export function getDocFile(docs: DocsService): Endpoint {
  return {
    answer({ path }) {
      const address = parseFileAddress(path)
      if (address === null) return NO_SUCH_ADDRESS
      return {
        // The same for every way in which the name may be percent-encoded.
        key: `file ${fileAddress(address.hash, address.name)}`,
        async produce() {
          const answer = await docs.file(path)
          if (!answer.ok) return unavailable(answer)
          return answer.value === null ? null : fileReply(address.name, answer.value)
        },
        absent: () => NO_SUCH_ADDRESS,
      }
    },
  }
}

function fileReply(name: string, { bytes, hash }: DocsFile): Reply {
  const type = fileType(name)
  // Files of other types are placed where they are texts, such as the code of an example.
  const mediaType = type?.mediaType ?? 'text/plain; charset=utf-8'
  return {
    status: 200,
    mediaType,
    body: bytes,
    cacheControl: IMMUTABLE_CACHING,
    entityDigest: hash,
    ranges: true,
    headers: [
      ...(mediaType === 'image/svg+xml' ? [['Content-Security-Policy', SVG_POLICY] as const] : []),
      ...(type?.saved === true ? [['Content-Disposition', 'attachment'] as const] : []),
    ],
  }
}
