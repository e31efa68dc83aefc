import { hasOptedOut } from '../../../http/wire/opt-out.ts'
import { readStrictForm } from '../../../http/wire/form.ts'
import type { Outcome } from '../../../http/route/reply.ts'
import type { Endpoint } from '../../../http/route/route.ts'
import type { ServiceError } from '../../../http/route/service-error.ts'
import { createAddressGate } from '../../../limits/address-gate.ts'
import { EVENTS, findPage, type EventsDeps } from './events.ts'

const BODY_LIMIT_BYTES = 4096

const FOREIGN_FORM: ServiceError = {
  ok: false,
  status: 403,
  code: 'origin_not_allowed',
  detail: 'Only the form of a page of this documentation may send feedback here.',
}

/**
 * `/feedback`: takes the form “Was this page helpful?” of browsers without a script, and leads back to the page, at the place
 * that thanks.
 *
 * @param thanksId id of that place
 */
export function takeFeedback(deps: EventsDeps, thanksId: string): Endpoint {
  return {
    method: 'POST',
    body: { mediaType: 'application/x-www-form-urlencoded', limitBytes: BODY_LIMIT_BYTES },
    gate: createAddressGate(deps.limiter, EVENTS),
    reads: ['dnt', 'sec-gpc', 'sec-fetch-site'],
    async answer(request): Promise<Outcome> {
      const site = request.field('sec-fetch-site')
      if (site !== '' && site !== 'same-origin') return FOREIGN_FORM
      const form = readStrictForm(request.body, ['page', 'helpful'])
      if (!form.ok) return invalidForm(form.detail)
      const { helpful, page } = form.value
      if (helpful !== 'yes' && helpful !== 'no') return invalidForm('helpful must be yes or no.')
      const found = await findPage(deps, page)
      if (!found.ok) return found
      if (!hasOptedOut(request.field)) deps.counts.rated(found.value.counted, helpful === 'yes')
      return { status: 303, cacheControl: 'no-store', headers: [['Location', `${found.value.asked}#${thanksId}`]] }
    },
  }
}

function invalidForm(detail: string): ServiceError {
  return { ok: false, status: 400, code: 'invalid_event', detail }
}
