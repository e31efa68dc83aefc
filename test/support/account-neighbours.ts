import { setTimeout as sleep } from 'node:timers/promises'
import type { Test } from 'tap'
import type { AccountNode } from './account-service.ts'
import { markedPages } from './content-tree.ts'
import { createIconsClient } from './icons-client.ts'
import { startLoad, type LoadResult } from './load.ts'
import { SMALL_ICONS } from './small-icons-service.ts'

const CLIENTS = 2
/** Pause between visits, which leaves the processor to the host under test. */
const PAUSE_MS = 10

/** Environment of a process that serves all three hosts. */
export const ALL_HOSTS = { HOSTS: 'docs,account,icons' }
export const ALL_CONTENT = { ...markedPages('first', 5), ...SMALL_ICONS }

export interface Neighbours {
  /** Ends the visits. @returns the wrong answers of the other hosts */
  stop(): Promise<readonly string[]>
  /** Number of answers by the host that has answered fewer requests. */
  readonly answered: number
}

/** Searches the docs host and the icons host until it is stopped. */
export function visitNeighbours(t: Test, { iconsUrl, url }: AccountNode): Neighbours {
  const docs = startLoad(url, CLIENTS, () => null, PAUSE_MS)
  const { ask } = createIconsClient(t, iconsUrl)
  const wrong: string[] = []
  let answered = 0
  let stopped = false
  async function visitIcons(): Promise<void> {
    while (!stopped) {
      try {
        const { status } = await ask('/api/v1/icons?q=circle')
        if (status !== 200) wrong.push(`icons answer ${status}`)
      } catch (error) {
        wrong.push(`icons: ${String(error)}`)
      }
      answered += 1
      await sleep(PAUSE_MS)
    }
  }
  const icons = visitIcons()
  return {
    get answered() {
      return Math.min(answered, docs.answered)
    },
    async stop() {
      stopped = true
      const [{ failures }]: [LoadResult, void] = await Promise.all([docs.stop(), icons])
      return [...failures, ...wrong]
    },
  }
}
