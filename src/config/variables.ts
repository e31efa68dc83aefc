import { z } from 'zod'
import { isOneEdit } from '../shared/advice/nearest.ts'
import { envSchema } from './env.ts'

/** What people are told about a variable, from the schema that reads it. */
export interface Variable {
  readonly name: string
  /** The value that an unset variable has, in Markdown. */
  readonly shownDefault: string
  /** Whether the default is one value in each case. */
  readonly isFixed: boolean
  readonly description: string
}

/** Every variable, in the order of the schema. */
export function listVariables(): Variable[] {
  return Object.entries(envSchema.shape).map(([name, schema]: [string, z.ZodType]) => {
    const { description = '', shown } = schema.meta() ?? {}
    const fixed = schema instanceof z.ZodPrefault ? `\`${String(schema.def.defaultValue)}\`` : ''
    return {
      name,
      shownDefault: typeof shown === 'string' ? shown : fixed,
      isFixed: typeof shown !== 'string',
      description,
    }
  })
}

/** A variable of the environment that is probably a misspelt one of ours. */
export interface Misspelt {
  readonly name: string
  readonly meant: string
}

/**
 * Finds variables that are probably ours and misspelt: one edit away, in the plural or singular of ours, in other letters, or
 * with `SIGNPOST_` before ours. Other programs have variables too, so nothing further away counts.
 */
export function findMisspelt(env: Readonly<Record<string, string | undefined>>): Misspelt[] {
  const known = Object.keys(envSchema.shape)
  return Object.keys(env).flatMap((name) => {
    if (known.includes(name) || env[name] === '') return []
    const plain = name
      .toUpperCase()
      .replaceAll('-', '_')
      .replace(/^SIGNPOST_/, '')
    const meant = known.find((each) => isOneEdit(plain, each) || singular(plain) === singular(each))
    return meant === undefined ? [] : [{ name, meant }]
  })
}

function singular(name: string): string {
  return name.replace(/IES$/, 'Y').replace(/S$/, '')
}
