import { z } from 'zod'
import { SECTION_LIMIT_CHARS, sectionFault, sectionNumber } from '../../../docs/served/served-sections.ts'
import type { ServedSite } from '../../../docs/served/served-site.ts'
import { VERSION_LIMIT_CHARS } from '../../../docs/versions/doc-version.ts'
import { versionNumber } from '../../../docs/served/served-versions.ts'
import type { Parameter } from '../../../http/route/parameters.ts'
import type { ServiceError } from '../../../http/route/service-error.ts'
import type { Result } from '../../../shared/result.ts'

/** Query parameter that names a version. Which versions there are is the content's to say, not the schema's. */
export const VERSION_PARAMETER = {
  schema: z
    .string()
    .optional()
    .meta({ maxLength: VERSION_LIMIT_CHARS, examples: ['2.x'] }),
  form: 'text',
  code: 'invalid_version',
  description:
    'Version of the documentation, by its name. Without it, the default one. Documentation without versions ignores it.',
  required: false,
} as const satisfies Parameter

/** A version that a request chooses. */
interface ChosenVersion {
  /** Name of the version; null if the request names none, or there are none. */
  readonly name: string | null
  /** Its `versionNumber`. */
  readonly number: number
}

const NONE: Result<ChosenVersion, ServiceError> = { ok: true, value: { name: null, number: 0 } }

/** Finds the version that a request names, or says which there are. */
export function chooseVersion(
  { versions: served }: Pick<ServedSite, 'versions'>,
  name: string | undefined,
): Result<ChosenVersion, ServiceError> {
  if (name === undefined || name === '' || served.versions.length === 0) return NONE
  const number = versionNumber(served, name)
  if (number !== null) return { ok: true, value: { name, number } }
  const known = served.versions.map((version) => version.name).join(', ')
  const detail = `Give version one of ${known}, or leave it out for ${served.default}.`
  return { ok: false, status: 400, code: 'invalid_version', detail, param: 'version' }
}

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
