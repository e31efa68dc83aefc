import type { AccountContent, Page, PageRequest, ContentResult } from '../../../account/content/account-content.ts'
import type { Principal } from '../../../account/principal.ts'
import type { Resource, ResourcePage } from '../../../mcp/features/resource.ts'
import { toUri } from './account-uris.ts'

/** Number of resources on one page. */
const PAGE_SIZE = 100

interface Listed {
  readonly id: string
  readonly name: string
  readonly description: string
  /** Size of an animation's document. */
  readonly sizeBytes?: number
}

type List = (content: AccountContent, who: Principal, page: PageRequest) => Promise<ContentResult<Page<Listed>>>

/** The lists, one kind after another. A cursor is the position of a kind here, and the cursor within it. */
const KINDS: readonly List[] = [
  (content, who, page) => content.listWorkspaces(who, page),
  (content, who, page) => content.listProjects(who, null, page),
  (content, who, page) => content.listAnimations(who, null, page),
]
const CURSOR = /^([0-2])\.([\w-]{0,500})$/

/** Lists one page of all objects of an account; null: this list did not issue the cursor. */
export async function listResources(
  content: AccountContent,
  who: Principal,
  cursor: unknown,
): Promise<ResourcePage | null> {
  const start = cursor === undefined ? ['', '0', ''] : CURSOR.exec(typeof cursor === 'string' ? cursor : '')
  if (start === null) return null
  const resources: Resource[] = []
  let kind = Number(start[1])
  let within = start[2] === '' ? null : (start[2] ?? null)
  for (let list = KINDS[kind]; list !== undefined; list = KINDS[kind]) {
    const room = PAGE_SIZE - resources.length
    if (room === 0) return { resources, nextCursor: `${kind}.${within ?? ''}` }
    const page = await list(content, who, { limit: room, cursor: within })
    if (!page.ok) return null
    resources.push(...page.value.items.map(toResource))
    within = page.value.nextCursor
    if (within === null) kind++
  }
  return { resources, nextCursor: null }
}

function toResource({ description, id, name, sizeBytes: size }: Listed): Resource {
  const more = description === '' ? {} : { description }
  return { uri: toUri(id), name, ...more, mimeType: 'application/json', ...(size === undefined ? {} : { size }) }
}
