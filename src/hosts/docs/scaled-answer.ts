import { LRUCache } from 'lru-cache'
import type { DocsService } from '../../docs/served/docs-service.ts'
import { parseScaledAddress } from '../../docs/files/scaled-address.ts'
import type { Reply } from '../../http/route/reply.ts'
import type { Endpoint } from '../../http/route/route.ts'
import { CONTENT_CACHING, unavailable } from '../content-reply.ts'
import { IMMUTABLE_CACHING } from '../static-routes.ts'
import { NO_SUCH_ADDRESS } from './api/refusals.ts'

/** Makes a narrower copy of an image: see `ImageScaler`. */
export type ScaleImage = (image: Uint8Array, width: number) => Promise<Uint8Array | 'as-is' | 'late'>

/** Copies that are kept, by their addresses, in each listener. */
const KEPT_LIMIT_BYTES = 32 * 1_048_576

/** `/scaled/{width}/{hash}/{name}.webp`: a narrower copy of an image, or the way to the image where there is none. */
export function getScaledImage(docs: DocsService, scale: ScaleImage): Endpoint {
  const kept = new LRUCache<string, Reply>({
    maxSize: KEPT_LIMIT_BYTES,
    sizeCalculation: ({ body }) => (body?.length ?? 0) + 1024,
  })
  return {
    answer({ path }) {
      const address = parseScaledAddress(path)
      if (address === null) return NO_SUCH_ADDRESS
      const { file, width } = address
      const key = `scaled ${width} ${file}`
      return {
        key,
        async produce() {
          const answer = await docs.file(file)
          if (!answer.ok) return unavailable(answer)
          if (answer.value === null) return null
          // A copy goes with its image.
          const known = kept.get(key)
          if (known !== undefined) return known
          const copy = await scale(answer.value.bytes, width)
          const reply = copy === 'as-is' || copy === 'late' ? wayTo(file, copy) : copyReply(copy)
          if (copy !== 'late') kept.set(key, reply)
          return reply
        },
        absent: () => NO_SUCH_ADDRESS,
      }
    },
  }
}

function copyReply(body: Uint8Array): Reply {
  return { status: 200, mediaType: 'image/webp', body, cacheControl: IMMUTABLE_CACHING, tagged: true }
}

function wayTo(file: string, why: 'as-is' | 'late'): Reply {
  const cacheControl = why === 'late' ? 'no-store' : CONTENT_CACHING
  return { status: 302, cacheControl, headers: [['Location', file]] }
}
