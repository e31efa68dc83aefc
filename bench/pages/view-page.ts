import type { Browser, CDPSession, Page } from 'playwright-core'

/** Speeds of a cheap telephone on a slow mobile network. */
const CPU_SLOWDOWN = 4
const NETWORK = {
  offline: false,
  downloadThroughput: (1.6 * 1024 * 1024) / 8,
  uploadThroughput: (750 * 1024) / 8,
  latency: 150,
}
/** A task that is longer than this keeps a reader waiting. */
const LONG_TASK_MS = 50
/** What still comes after the event `load` must come within this time. */
const SETTLE_MS = 1500

/** What a reader sees of a page that nothing is kept of. Times are in milliseconds from the start of the navigation. */
export interface PageView {
  readonly firstPaintMs: number
  readonly largestPaintMs: number
  readonly layoutShift: number
  readonly blockedMs: number
  /** Compressed bytes with their header fields, by kind of resource. */
  readonly bytes: Readonly<Record<string, number>>
  readonly requests: number
  /** The same with a search whose results are shown. */
  readonly bytesWithSearch: number
  /** Time from the opening of the search, with its words pasted, to its results. */
  readonly searchMs: number
}

/** Opens the search of a page, enters words and waits for the first result. */
export type Search = (page: Page, words: string) => Promise<void>

interface Observed {
  readonly firstPaintMs: number
  readonly largestPaintMs: number
  readonly layoutShift: number
  readonly tasks: readonly (readonly [start: number, duration: number])[]
}

const OBSERVE = `
  window.observed = { largestPaintMs: 0, layoutShift: 0, tasks: [] }
  const observe = (type, each) => new PerformanceObserver((list) => list.getEntries().forEach(each)).observe({ type, buffered: true })
  observe('largest-contentful-paint', ({ startTime }) => { observed.largestPaintMs = startTime })
  observe('layout-shift', ({ value }) => { observed.layoutShift += value })
  observe('longtask', ({ startTime, duration }) => { observed.tasks.push([startTime, duration]) })
`
const RESULT = `({ ...observed, firstPaintMs: performance.getEntriesByName('first-contentful-paint')[0].startTime })`

/** Opens a page in a new profile, at the speeds of a telephone. */
export async function viewPage(
  browser: Browser,
  address: string,
  search: Search,
  viewport: { width: number; height: number },
): Promise<PageView> {
  const context = await browser.newContext({ viewport })
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  const transfers = await countBytes(session)
  await session.send('Network.emulateNetworkConditions', NETWORK)
  await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN })
  await page.addInitScript(OBSERVE)
  await page.goto(address, { waitUntil: 'load' })
  await page.waitForTimeout(SETTLE_MS)
  const { tasks, ...observed } = await page.evaluate<Observed>(RESULT)
  const before = { bytes: { ...transfers.bytes }, requests: transfers.count }
  const begun = performance.now()
  await search(page, 'install')
  const searchMs = performance.now() - begun
  const view: PageView = {
    ...observed,
    ...before,
    blockedMs: tasks
      .filter(([start]) => start >= observed.firstPaintMs)
      .reduce((sum, [, duration]) => sum + duration - LONG_TASK_MS, 0),
    bytesWithSearch: sumOf(transfers.bytes) - (transfers.bytes['Image'] ?? 0),
    searchMs,
  }
  await context.close()
  return view
}

export function sumOf(bytes: Readonly<Record<string, number>>): number {
  return Object.values(bytes).reduce((sum, each) => sum + each, 0)
}

async function countBytes(session: CDPSession): Promise<{ bytes: Record<string, number>; count: number }> {
  const transfers = { bytes: {} as Record<string, number>, count: 0 }
  const kinds = new Map<string, string>()
  session.on('Network.responseReceived', ({ requestId, type }) => kinds.set(requestId, type))
  session.on('Network.loadingFinished', ({ encodedDataLength, requestId }) => {
    const kind = kinds.get(requestId) ?? 'Other'
    transfers.bytes[kind] = (transfers.bytes[kind] ?? 0) + encodedDataLength
    transfers.count++
  })
  await session.send('Network.enable')
  return transfers
}
