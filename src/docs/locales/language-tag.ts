import { localeOf } from '../addresses.ts'

/** Languages that repositories are often translated to, beside those that are served. */
const OTHERS = new Set('ar bn cs de el es fa fi fr he hi hu id it ja ms nb nl pl pt ro ru sv th tr uk vi'.split(' '))
const TAG = /^([A-Za-z]{2})(?:[-_](?:[A-Za-z]{2}|[A-Za-z]{4}))?$/

/** Whether a name in a path is the tag of a language that repositories are written in. */
export function isTag(name: string): boolean {
  const primary = TAG.exec(name)?.[1]?.toLowerCase()
  return (
    primary !== undefined && (localeOf(name) !== null || primary === 'cn' || primary === 'kr' || OTHERS.has(primary))
  )
}
