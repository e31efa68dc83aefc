// Publishes content to a fleet.
import { join } from 'node:path'
import { machinesOf } from './network.ts'
import type { Node } from './nodes.ts'
import { writeContent } from './content.ts'

export interface Publisher {
  /** Variables of a node that serves what is published. */
  env(node: string): Readonly<Record<string, string>>
  publish(publication: number, nodes: readonly Node[]): Promise<void>
}

/** Each node has its own copy of the content, and is told one after the other that it has changed. */
export function createPublisher(folder: string): Publisher {
  const contentOf = (node: string): string => join(folder, `content-${node}`)
  return {
    env: (node) => ({ CONTENT_DIR: contentOf(node) }),
    async publish(publication, nodes) {
      for (const name of machinesOf('node')) {
        await writeContent(contentOf(name), publication)
        const node = nodes.find((node) => node.name === name)
        // A process that only starts would be ended by the signal, and reads the new content by itself.
        if ((await node?.isReady()) === true) node?.signal('SIGHUP')
      }
    },
  }
}
