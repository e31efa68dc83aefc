import type { AccountContent, Page, PageRequest, ContentResult } from '../../../account/content/account-content.ts'
import type { Principal } from '../../../account/principal.ts'
import type { OwnResources, ResourceContents, ResourceTemplate } from '../../../mcp/features/resource.ts'
import { parseUri, type ObjectKind } from './account-uris.ts'
import { listResources } from './list-resources.ts'
import { principalOf } from './principal-of.ts'
import { toAnimationRecord, toProjectRecord, toWorkspaceRecord } from './views.ts'

const JSON_TYPE = 'application/json'

/** The page of contents that a workspace or a project shows. Its `next_cursor` continues in the list tool. */
const FIRST_PAGE: PageRequest = { limit: 100, cursor: null }

const TEMPLATES: readonly ResourceTemplate[] = [
  {
    uriTemplate: 'workspace://{id}',
    name: 'workspace',
    title: 'Workspace',
    description: 'Its record, with its first 100 projects.',
    mimeType: JSON_TYPE,
  },
  {
    uriTemplate: 'project://{id}',
    name: 'project',
    title: 'Project',
    description: 'Its record, with the records of its first 100 animations.',
    mimeType: JSON_TYPE,
  },
  {
    uriTemplate: 'animation://{id}',
    name: 'animation',
    title: 'Animation',
    description: 'The Lottie document. get_animation gives the record, and an address of a large document.',
    mimeType: JSON_TYPE,
  },
]

/**
 * Resources of the account. `workspace://{id}` and `project://{id}` are records with their contents. `animation://{id}` is
 * the document alone, so that a player can take it without a change.
 */
export function accountResources(content: AccountContent): OwnResources {
  return {
    templates: TEMPLATES,
    changes: true,
    page: (cursor, context) => listResources(content, principalOf(context), cursor),
    async read(uri, context) {
      const place = parseUri(uri)
      if (place === null) return null
      const text = await READERS[place.kind](content, principalOf(context), place.id)
      return text === null ? null : [{ uri, mimeType: JSON_TYPE, text } satisfies ResourceContents]
    },
  }
}

type Reader = (content: AccountContent, who: Principal, id: string) => Promise<string | null>

const READERS: Readonly<Record<ObjectKind, Reader>> = {
  async workspace(content, who, id) {
    const [workspace, projects] = await Promise.all([
      content.getWorkspace(who, id),
      content.listProjects(who, id, FIRST_PAGE),
    ])
    return withContents(workspace, toWorkspaceRecord, projects, 'projects', toProjectRecord)
  },
  async project(content, who, id) {
    const [project, animations] = await Promise.all([
      content.getProject(who, id),
      content.listAnimations(who, id, FIRST_PAGE),
    ])
    return withContents(project, toProjectRecord, animations, 'animations', toAnimationRecord)
  },
  async animation(content, who, id) {
    const found = await content.getDocument(who, id)
    return found.ok ? found.value.document : null
  },
}

/** Writes a record with the first page of its contents as JSON; null: the object does not exist, or no longer. */
function withContents<Holder, Item>(
  holder: ContentResult<Holder>,
  toRecord: (holder: Holder) => object,
  contents: ContentResult<Page<Item>>,
  plural: string,
  toItem: (item: Item) => object,
): string | null {
  if (!holder.ok || !contents.ok) return null
  const { items, nextCursor } = contents.value
  return JSON.stringify({ ...toRecord(holder.value), [plural]: items.map(toItem), next_cursor: nextCursor })
}
