import { readContent } from '../../src/docs/read-content.ts'
import { readBuiltSite } from '../../src/docs/readers/html/read-site.ts'

/** What reading a whole folder takes. */
export interface Reading {
  readonly files: number
  readonly bytes: number
  readonly pages: number
  /** By the clock. */
  readonly seconds: number
  /** Processor time of all threads. */
  readonly processorSeconds: number
  /** Resident memory of this process at most, in MiB: its own start included. */
  readonly peakMib: number
}

/** Reads the pages of a folder one after another and keeps none. One call a process, as the peak is that of the process. */
export function measurePages(folder: string): Reading {
  const end = start()
  const site = readBuiltSite(folder)
  let read = 0
  for (const file of site.files) if (site.read(file).kind === 'page') read++
  const { files } = site
  return { files: files.length, bytes: files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0), pages: read, ...end() }
}

/** Reads a folder as the service does, with links, files and all that the index needs. */
export async function measureContent(folder: string): Promise<Reading> {
  const { files } = readBuiltSite(folder)
  const end = start()
  const { locales } = await readContent(folder)
  const pages = [...locales.values()].reduce((sum, { pages: own }) => sum + own.length, 0)
  return { files: files.length, bytes: files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0), pages, ...end() }
}

function start(): () => Pick<Reading, 'seconds' | 'processorSeconds' | 'peakMib'> {
  const started = performance.now()
  const before = process.cpuUsage()
  return () => {
    const { system, user } = process.cpuUsage(before)
    return {
      seconds: (performance.now() - started) / 1000,
      processorSeconds: (system + user) / 1e6,
      peakMib: Math.round(process.resourceUsage().maxRSS / 1024),
    }
  }
}
