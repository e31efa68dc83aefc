import type { Test } from 'tap'
import { contentTree, type Files } from './content-tree.ts'
import { BEHIND_PROXY } from './icons-client.ts'
import { CIRCLE_SVG, folderSources, SQUARE_LOTTIE } from './small-icons.ts'
import { startService, type RunningService } from './start-service.ts'

/** Two icons, `own-circle` (SVG) and `own-square` (Lottie), and a guide, `start`. */
export const SMALL_ICONS: Files = {
  'icons/sources.json': folderSources(),
  'icons/synonyms.json': '{"groups": [["circle", "ring"]], "words": {}, "names": {}}',
  'icons/own/circle.svg': CIRCLE_SVG,
  'icons/own/square.json': SQUARE_LOTTIE,
  'guides/start.md':
    '---\ntitle: Start here\ndescription: The first steps\n---\n\n# Start here\n\nUse the `<img>` element.\n',
}

/** The icons host alone with a few icons, which are built at once; behind a proxy, so that a test has many clients. */
export async function startSmallIcons(
  t: Test,
  env: Readonly<Record<string, string>> = {},
  content: Files | string = SMALL_ICONS,
): Promise<RunningService> {
  const folder = typeof content === 'string' ? content : await contentTree(t, content)
  return startService(t, { content: folder, env: { HOSTS: 'icons', ...BEHIND_PROXY, ...env } })
}

/** Several of them, as processes of one service: one content, one Redis, one public address. */
export async function startNodes(
  t: Test,
  count: number,
  env: Readonly<Record<string, string>>,
): Promise<readonly (RunningService & { readonly nodeUrl: string })[]> {
  const content = await contentTree(t, SMALL_ICONS)
  const nodes: (RunningService & { readonly nodeUrl: string })[] = []
  for (let n = 0; n < count; n++) {
    const node = await startSmallIcons(t, { ICONS_URL: 'http://icons.example', ...env }, content)
    nodes.push({ ...node, nodeUrl: `http://localhost:${node.env['ICONS_PORT']}` })
  }
  return nodes
}
