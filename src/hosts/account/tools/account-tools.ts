import type { AccountContent } from '../../../account/content/account-content.ts'
import type { IconDocuments } from '../../../account/icon-documents.ts'
import type { UserStore } from '../../../account/users/user-store.ts'
import type { Tool } from '../../../mcp/features/tool.ts'
import { inToolset } from '../../../mcp/features/toolsets.ts'
import { deleteAnimation, duplicateAnimation, listAnimations, moveAnimation, updateAnimation } from './animations.ts'
import { createAnimation } from './create-animation.ts'
import type { OpenDocumentLink } from './document-links.ts'
import { deleteProject, deleteWorkspace } from './deletions.ts'
import { getAnimation } from './get-animation.ts'
import { createProject, getProject, listProjects, moveProject, updateProject } from './projects.ts'
import { searchAccount } from './search-account.ts'
import { uploadAnimation } from './upload-animation.ts'
import { whoami } from './whoami.ts'
import { createWorkspace, getWorkspace, listWorkspaces, updateWorkspace } from './workspaces.ts'

/**
 * Lists the tools of the account endpoint (choices §4), in the order in which a model meets them.
 *
 * @param deps.icons Null where this process serves no icons.
 * @param deps.accountUrl Address where the owner manages connections.
 */
export function accountTools({
  accountUrl,
  content,
  icons,
  openLink,
  users,
}: {
  readonly content: AccountContent
  readonly users: Pick<UserStore, 'find'>
  readonly icons: IconDocuments | null
  readonly accountUrl: string
  readonly openLink: OpenDocumentLink
}): Tool[] {
  return [
    whoami(users, accountUrl),
    ...inToolset('workspaces', [
      listWorkspaces(content),
      createWorkspace(content),
      getWorkspace(content),
      updateWorkspace(content),
      deleteWorkspace(content),
    ]),
    ...inToolset('projects', [
      listProjects(content),
      createProject(content),
      getProject(content),
      updateProject(content),
      moveProject(content),
      deleteProject(content),
    ]),
    ...inToolset('animations', [
      listAnimations(content),
      createAnimation(content, icons),
      getAnimation(content, openLink),
      updateAnimation(content),
      uploadAnimation(content, openLink),
      moveAnimation(content),
      duplicateAnimation(content),
      deleteAnimation(content),
    ]),
    ...inToolset('search', [searchAccount(content)]),
  ]
}
