import { joinAddress } from '../../addresses.ts'
import type { OldAddress, SourceFolder } from '../source.ts'
import { quoted } from '../../paths.ts'

/** Redirects that the rules of one file make together. A star stands for many. */
const REDIRECT_LIMIT = 10_000
const RULE_LIMIT = 2000

/**
 * Reads `_redirects`, in which Netlify and Cloudflare have redirects: an old address, a new one and a status in each line. A star
 * at the end of an old address stands for what `:splat` of the new one leads to. What cannot be read is a fault.
 *
 * @param addresses addresses of all pages on the site, without slashes at their ends
 */
export function readRedirectsFile(file: string, addresses: Iterable<string>, folder: SourceFolder): OldAddress[] {
  const text = folder.readText(file)
  const found = new Map<string, OldAddress>()
  let pages: readonly string[] | null = null
  let rules = 0

  function add(from: string, to: string, line: number): void {
    // The first rule for an address holds.
    const key = joinAddress(from)
    if (!found.has(key) && found.size < REDIRECT_LIMIT) found.set(key, { from, to, file, line })
  }

  for (const [at, written] of (text?.split('\n') ?? []).entries()) {
    const words = written
      .replace(/(?:^|\s)#.*$/s, '')
      .split(/\s+/)
      .filter(Boolean)
    const [from = '', to = '', status = '301', ...others] = words
    if (words.length === 0 || from === to || ++rules > RULE_LIMIT) continue
    const why = others.length > 0 ? 'it has conditions' : reasonAgainst(from, to, status)
    if (why !== null) {
      const message = `the redirect of ${quoted(from)} is not followed, since ${why}`
      folder.fault(file, 'unread_config', message, at + 1)
    } else if (!from.endsWith('/*')) add(from, to, at + 1)
    else {
      const [before = '', after = ''] = to.split(':splat')
      pages ??= [...new Set(addresses)]
      const around = `/${joinAddress(before)}/`.replace('//', '/')
      for (const page of pages) {
        if (`/${page}/`.startsWith(around))
          add(from.slice(0, -1) + `/${page}`.slice(around.length), `/${page}${after}`, at + 1)
      }
    }
  }
  return [...found.values()]
}

/** Why a rule cannot be followed; null: it can. */
function reasonAgainst(from: string, to: string, status: string): string | null {
  const isStar = from.endsWith('/*')
  if (!from.startsWith('/')) return 'its old address is of another host'
  if (!/^(?:\/|https?:\/\/)/i.test(to)) return 'its new address comes after something else, or is missing'
  if (!/^30[12378]!?$/.test(status)) return `its status ${status.slice(0, 20)} is not the status of a redirect`
  if (/[:*]/.test(isStar ? from.slice(0, -1) : from)) return 'a pattern can only be a star at its end'
  if (/:[a-z]/i.test(to.replace(/^https?:/i, '').replace(':splat', ''))) return 'its new address has names of parts'
  if (to.startsWith('/') && /\.(?!html?$|md$)\w+$/i.test(to.replace(/[?#].*$/s, ''))) return 'its new address is a file'
  if (!isStar) return to.includes(':splat') ? 'its old address has no star' : null
  return /^\/(?:[^:]*\/)?:splat(?:#[^:]*)?$/.test(to)
    ? null
    : 'a star must lead to pages of one folder, by :splat at the end'
}
