import { z } from 'zod'
import { SECTION_LIMIT_CHARS, sectionFault, sectionNumber } from '../../../docs/site/served-sections.ts'
import type { ServedSite } from '../../../docs/site/served-site.ts'
import type { Parameter } from '../../../http/route/parameters.ts'
import type { ServiceError } from '../../../http/route/service-error.ts'
import type { Result } from '../../../shared/result.ts'

/** Query parameter that names a section. Which sections there are is the content's to say, not the schema's. */
export const SECTION_PARAMETER = {
  schema: z
    .string()
    .optional()
    .meta({ maxLength: SECTION_LIMIT_CHARS, examples: ['guides'] }),
  form: 'text',
  code: 'invalid_section',
  description:
    'Section of which the results are, as `section` of a result names it. Without it, or empty, results are of all sections.',
  required: false,
} as const satisfies Parameter

/** Finds the number of the section that a request names, 0 for none, or says which there are. */
export function chooseSection(
  { sections }: Pick<ServedSite, 'sections'>,
  name: string | undefined,
): Result<number, ServiceError> {
  const number = sectionNumber(sections, name ?? '')
  if (number !== null) return { ok: true, value: number }
  return { ok: false, status: 400, code: 'invalid_section', detail: sectionFault(sections), param: 'section' }
}
