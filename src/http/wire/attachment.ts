import { removeTricks } from '../../shared/stranger-text.ts'

const NAME_LIMIT_CHARACTERS = 100
/** Characters that a file system or a shell may take for more than a part of a name, and dots at the start. */
const UNSAFE = /[<>:"/\\|?*`$%&;'~]|^\.+/g
const NOT_ASCII = /[^ -~]/gu
/** Characters that `encodeURIComponent` leaves and an extended value must not have (RFC 8187 §3.2.1). */
const LEFT = /[()]/g

/**
 * Makes the value of a Content-Disposition field that has browsers save an answer (RFC 6266).
 *
 * @param name Text of a person, of which a safe name is made.
 * @param extension Such as `.json`.
 */
export function attachment(name: string, extension: string): string {
  const safe = [...removeTricks(name, ' ').replace(UNSAFE, '_')].slice(0, NAME_LIMIT_CHARACTERS).join('').trim()
  const file = `${safe === '' ? 'unnamed' : safe}${extension}`
  const encoded = encodeURIComponent(file).replace(LEFT, (left) => `%${left.charCodeAt(0).toString(16).toUpperCase()}`)
  return `attachment; filename="${file.replace(NOT_ASCII, '_')}"; filename*=UTF-8''${encoded}`
}
