import { isObjectId } from '../../../shared/object-id.ts'

/** Kinds of objects, by the prefix of their ids. The kind is the scheme of their URIs: `project://prj_…`. */
const KINDS = { ws: 'workspace', prj: 'project', anm: 'animation' } as const

export type ObjectKind = (typeof KINDS)[keyof typeof KINDS]

/** @throws {TypeError} for an id of another kind. */
export function toUri(id: string): string {
  const prefix = id.slice(0, id.indexOf('_'))
  if (!Object.hasOwn(KINDS, prefix)) throw new TypeError(`no resource has an id like ${prefix}_`)
  return `${KINDS[prefix as keyof typeof KINDS]}://${id}`
}

/** Parses the URI of an object; null: no object can have this URI. */
export function parseUri(uri: string): { readonly kind: ObjectKind; readonly id: string } | null {
  for (const [prefix, kind] of Object.entries(KINDS)) {
    const scheme = `${kind}://`
    const id = uri.slice(scheme.length)
    if (uri.startsWith(scheme)) return isObjectId(prefix as keyof typeof KINDS, id) ? { kind, id } : null
  }
  return null
}
