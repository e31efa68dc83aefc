import type { ServiceError } from '../../http/route/service-error.ts'
import { refuse } from '../refusals.ts'

const RESOURCE_LIMIT_CHARACTERS = 2048

/** Gives the identifier of the MCP server, which is the audience of every access token. */
export function resourceOf(accountUrl: string): string {
  return `${accountUrl}/mcp`
}

/** The choice of tools that an address may carry names no other resource. */
const TOOLSETS = /\?toolsets=[\w,%-]*$/

/**
 * Creates the check of `resource` parameters (RFC 8707 §2). All of them must name this MCP server, by its URL or by that of
 * its host, which the metadata at the root names. Scheme and host may be in capitals, and a slash may follow, since clients
 * write both (MCP authorization, Canonical Server URI). Tokens always contain `resourceOf`.
 */
export function createResourceCheck(accountUrl: string): (resources: readonly string[]) => ServiceError | null {
  const ours = new Set([resourceOf(accountUrl), accountUrl].map((url) => canonical(url)))
  const refusal = refuse('invalid_target', `The only resource is ${resourceOf(accountUrl)}.`)
  return (resources) => (resources.every((resource) => isOurs(resource)) ? null : refusal)

  function isOurs(resource: string): boolean {
    // A fragment is forbidden even when it is empty, which `new URL` would drop.
    const isReadable =
      resource.length <= RESOURCE_LIMIT_CHARACTERS && /^[\x21-\x7e]+$/.test(resource) && !/[#\\]/.test(resource)
    return isReadable && URL.canParse(resource) && ours.has(canonical(resource.replace(TOOLSETS, '')))
  }
}

function canonical(url: string): string {
  return new URL(url).href.replace(/\/$/, '')
}
