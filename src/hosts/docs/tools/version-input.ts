import { z } from 'zod'
import type { ServedSite } from '../../../docs/served/served-site.ts'

/** Member of a tool's arguments that names a version; none where there are no versions, so that models meet no empty choice. */
export function versionInput({ versions: { default: first, versions } }: ServedSite, what: string): VersionInput {
  const [name, ...others] = versions.map((version) => version.name)
  if (name === undefined) return {}
  return {
    version: z
      .enum([name, ...others])
      .optional()
      .describe(`${what}; without it ${first}`),
  }
}

interface VersionInput {
  readonly version?: z.ZodOptional<z.ZodEnum>
}

/** The version that arguments name, of a schema with `versionInput`, or null. */
export function versionOf(args: object): string | null {
  const version: unknown = 'version' in args ? args.version : undefined
  return typeof version === 'string' ? version : null
}
