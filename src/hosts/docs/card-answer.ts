import { LRUCache } from 'lru-cache'
import type { DocsService } from '../../docs/served/docs-service.ts'
import type { LookImage } from '../../docs/site/site-look.ts'
import type { Outcome, Reply } from '../../http/route/reply.ts'
import type { Endpoint } from '../../http/route/route.ts'
import type { Answer } from '../../shared/result.ts'
import { cardHash, pageCard, parseCardPath } from '../../web/page-card.ts'
import type { CardLogo, CardOrder, DrawnCard } from '../../web/page-card.ts'
import { CONTENT_CACHING, unavailable } from '../content-reply.ts'
import { IMMUTABLE_CACHING } from '../static-routes.ts'
import { NO_SUCH_ADDRESS } from './api/refusals.ts'

export type DrawCard = (order: Pick<CardOrder, 'card' | 'logo'>) => Promise<Answer<DrawnCard>>

/** Pictures that are kept, by their hashes, in each listener. A new generation draws only those that it changed. */
const KEPT_LIMIT_BYTES = 16 * 1_048_576
/** Largest logo in pictures: of its file, and of its pixels, which take four bytes each. Others are left out. */
const LOGO_LIMIT_BYTES = 256 * 1024
const LOGO_LIMIT_PIXELS = 4_000_000
const LOGO_TYPES = new Set(['image/svg+xml', 'image/png', 'image/jpeg'])

/**
 * `/cards/{hash}/{page}.png`: the picture that other sites show where a page is shared. Only the address of what the page
 * shows now is answered.
 */
export function getCard(docs: DocsService, draw: DrawCard): Endpoint {
  const kept = new LRUCache<string, Reply>({
    maxSize: KEPT_LIMIT_BYTES,
    sizeCalculation: ({ body }) => body?.length ?? 1,
  })
  const drawn = async (hash: string, order: Parameters<DrawCard>[0]): Promise<Outcome> => {
    const answer = await draw(order)
    if (!answer.ok) return unavailable(answer)
    const reply = cardReply(answer.value)
    kept.set(hash, reply)
    return reply
  }
  return {
    answer({ path: rawPath }) {
      const address = parseCardPath(rawPath)
      if (address === null) return NO_SUCH_ADDRESS
      const { hash, locale, path } = address
      return {
        key: `card ${hash} ${locale} ${path}`,
        async produce() {
          const { site } = docs
          const answer = await docs.page(locale, path)
          if (!answer.ok) return unavailable(answer)
          const page = answer.value
          const card = page?.locale !== locale || site.url !== null ? null : pageCard(page, site)
          if (card === null || cardHash(card) !== hash) return null
          return kept.get(hash) ?? drawn(hash, { card, logo: await readLogo(docs, card.logo) })
        },
        absent: () => NO_SUCH_ADDRESS,
      }
    },
  }
}

/** A picture without a text, for want of a font, is not kept for ever: a font may be installed. */
function cardReply({ complete, png }: DrawnCard): Reply {
  const cacheControl = complete ? IMMUTABLE_CACHING : CONTENT_CACHING
  return { status: 200, mediaType: 'image/png', body: png, cacheControl, tagged: true }
}

/** The logo as a part of the picture; null if there is none that can be drawn. SVG was written anew when it was placed. */
async function readLogo(docs: DocsService, logo: LookImage | null): Promise<CardLogo | null> {
  if (logo === null || logo.width === null || logo.height === null || !LOGO_TYPES.has(logo.mediaType)) return null
  const { height, mediaType, width } = logo
  const answer = await docs.file(logo.src)
  const bytes = answer.ok && answer.value !== null ? Buffer.from(answer.value.bytes) : null
  if (bytes === null || bytes.length > LOGO_LIMIT_BYTES || width * height > LOGO_LIMIT_PIXELS) return null
  // The fonts of a text would have to be those of its author.
  if (mediaType === 'image/svg+xml' && /<(?:text|foreignobject)\b/i.test(bytes.toString('utf8'))) return null
  return { bytes, width, height }
}
