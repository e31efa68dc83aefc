import { z } from 'zod'
import { nearestName } from '../nearest-name.ts'
import { siteSchema } from '../site-config.ts'
import type { ValuePath } from './yaml-places.ts'

type Issue = z.core.$ZodIssue

interface Explained {
  readonly path: ValuePath
  /** Whether the value is at fault, or its name. */
  readonly what: 'value' | 'name'
  /** Message that begins with the path: `sources.0.folder: must be …`. */
  readonly message: string
}

/** Maximum number of unknown members of one mapping that are reported. */
const NAME_LIMIT = 100

/** What a value must be, by the type that zod expects. */
const MUST_BE: Readonly<Record<string, string>> = {
  string: 'must be text',
  array: 'must be a list',
  object: 'must be members of the form name: value',
  record: 'must be members of the form name: value',
}

/** Turns what zod finds in `site.yaml` into faults that say where they are and what to write. */
export function explainIssues(issues: readonly Issue[], around: ValuePath = []): Explained[] {
  return issues.flatMap((issue): Explained[] => {
    const path = [...around, ...issue.path]
    if (issue.code === 'unrecognized_keys') {
      return issue.keys.slice(0, NAME_LIMIT).map((key) => explainUnknown(path, key))
    }
    if (issue.code === 'invalid_union') return explainUnion(issue, path)
    if (issue.code === 'invalid_key') {
      return [{ path, what: 'name', message: `${shown(path)}${issue.issues[0]?.message ?? issue.message}` }]
    }
    return [{ path, what: 'value', message: `${shown(path)}${explainValue(issue)}` }]
  })
}

function explainValue(issue: Issue): string {
  if (issue.code === 'invalid_value') return `must be one of ${issue.values.join(', ')}`
  if (issue.code === 'invalid_type' && issue.message.endsWith('received undefined')) return 'is missing'
  if (issue.code === 'invalid_type' && issue.message.endsWith('string, received number')) {
    return 'must be text; a number is text in quotes, such as "2.0"'
  }
  return (issue.code === 'invalid_type' ? MUST_BE[issue.expected] : undefined) ?? issue.message
}

function explainUnknown(path: ValuePath, key: string): Explained {
  const known = namesAt(path)
  const nearest = nearestName(key, known)
  const remedy = nearest === null ? `Known here: ${known.join(', ')}.` : `Did you mean ${nearest}?`
  return { path: [...path, key], what: 'name', message: `${shown(path)}there is no member ${cut(key)}. ${remedy}` }
}

/** Issues which say that a value has another form. */
const OTHER_FORM: ReadonlySet<string | undefined> = new Set(['invalid_type', 'invalid_value'])

/** Tells the faults by the form that the value comes nearest to, where it may have several. */
function explainUnion(issue: Extract<Issue, { code: 'invalid_union' }>, path: ValuePath): Explained[] {
  const nearest = issue.errors.find(
    (errors) => !errors.some((one) => OTHER_FORM.has(one.code) && one.path.length === 0),
  )
  if (nearest !== undefined) return explainIssues(nearest, path)
  return [{ path, what: 'value', message: `${shown(path)}${issue.message}` }]
}

/** Names of the members that `siteSchema` knows at a path. */
function namesAt(path: ValuePath): string[] {
  let schemas: readonly z.core.$ZodType[] = [siteSchema]
  for (const step of path) {
    schemas = schemas.flatMap(forms).flatMap((schema) => {
      if (schema instanceof z.ZodObject) return [schema.shape[String(step)] as z.ZodType]
      return schema instanceof z.ZodArray ? [schema.element] : []
    })
  }
  return schemas.flatMap(forms).flatMap((schema) => (schema instanceof z.ZodObject ? Object.keys(schema.shape) : []))
}

/** A schema without what wraps it, or each form of a union. */
function forms(schema: z.core.$ZodType): readonly z.core.$ZodType[] {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) return forms(schema.unwrap())
  return schema instanceof z.ZodUnion ? schema.options.flatMap(forms) : [schema]
}

function shown(path: ValuePath): string {
  return path.length === 0 ? '' : `${cut(path.map(String).join('.'))}: `
}

function cut(text: string): string {
  return text.length > 100 ? `${text.slice(0, 100)}…` : text
}
