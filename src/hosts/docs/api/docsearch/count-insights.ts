import { z } from 'zod'
import { algoliaWire } from '../../../../http/route/error-wires.ts'
import { json, type Outcome, type Reply } from '../../../../http/route/reply.ts'
import type { Endpoint } from '../../../../http/route/route.ts'
import { hasOptedOut } from '../../../../http/wire/opt-out.ts'
import { readJsonObject } from '../../../../http/wire/read-json-object.ts'
import { createAddressGate } from '../../../../limits/address-gate.ts'
import { EVENTS, findPage, POSITION_LIMIT, type EventsDeps } from '../events.ts'
import { readQueryId } from './query-id.ts'
import { SENT_AS } from './search-indexes.ts'

const BODY_LIMIT_BYTES = 64 * 1024
/** Events of one request. Each that is counted looks for a page. */
const EVENTS_LIMIT = 20

const click = z.object({
  eventType: z.literal('click'),
  queryID: z.string(),
  objectIDs: z.tuple([z.string()], z.string()),
  positions: z.tuple([z.int().min(1).max(POSITION_LIMIT)], z.unknown()),
})
const events = z.object({ events: z.array(z.unknown()).max(EVENTS_LIMIT) })

const TAKEN: Reply = {
  status: 200,
  mediaType: 'application/json',
  body: json({ status: 200, message: 'OK' }),
  cacheControl: 'no-store',
}

/**
 * `/1/events`: takes the events of Algolia's Insights. A click after a search counts as that search and as a click on its page;
 * other events are not counted. The search itself is not either: a box that searches at every key does not say which is the last.
 *
 * @param deps null: nothing is counted
 */
export function countInsights(deps: EventsDeps | null): Endpoint {
  return {
    method: 'POST',
    wire: algoliaWire,
    body: { mediaType: 'application/json', alsoSentAs: SENT_AS, limitBytes: BODY_LIMIT_BYTES },
    ...(deps === null ? {} : { gate: createAddressGate(deps.limiter, EVENTS) }),
    reads: ['dnt', 'sec-gpc'],
    async answer({ body, field }): Promise<Outcome> {
      const parsed = events.safeParse(readJsonObject(body))
      if (!parsed.success) {
        const detail = `The body must be a JSON object with a list of at most ${EVENTS_LIMIT} events.`
        return { ok: false, status: 400, code: 'invalid_event', detail }
      }
      if (deps !== null && !hasOptedOut(field)) for (const event of parsed.data.events) await countEvent(deps, event)
      return TAKEN
    },
  }
}

/** Counts a click of which search, page and place are known. */
async function countEvent(deps: EventsDeps, event: unknown): Promise<void> {
  const parsed = click.safeParse(event)
  if (!parsed.success) return
  const { objectIDs, positions, queryID } = parsed.data
  const search = readQueryId(queryID)
  if (search === null) return
  // The id of a hit is its address.
  const found = await findPage(deps, objectIDs[0].split('#')[0] ?? '')
  if (!found.ok) return
  deps.counts.searched('readers', { ...search, found: true })
  deps.counts.clicked(search.locale, search.query, positions[0], found.value.counted)
}
