import type { ServiceError } from '../../http/route/service-error.ts'
import { invalidRequest } from '../refusals.ts'
import type { Result } from '../../shared/result.ts'

const PROMPTS = ['none', 'login', 'consent', 'select_account'] as const
export type Prompt = (typeof PROMPTS)[number]

/** Parses `prompt`, by which a client says whether the person must be asked (OpenID Connect Core §3.1.2.1). */
export function parsePrompt(text: string): Result<ReadonlySet<Prompt>, ServiceError> {
  const prompts = text.split(' ').filter((name) => name !== '')
  if (!prompts.every(isPrompt)) return invalidRequest(`The parameter prompt knows ${PROMPTS.join(', ')}.`)
  const wanted = new Set(prompts)
  return wanted.has('none') && wanted.size > 1
    ? invalidRequest('The value none of the parameter prompt stands alone.')
    : { ok: true, value: wanted }
}

function isPrompt(name: string): name is Prompt {
  return (PROMPTS as readonly string[]).includes(name)
}
