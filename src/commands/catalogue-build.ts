import { closeSync } from 'node:fs'
import { loadConfig } from '../config/config.ts'
import { secureDataFolder } from '../process/data-folder.ts'
import type { BuilderEvents } from '../generation/builder-events.ts'
import { openCatalogue } from '../generation/open-catalogue.ts'
import { iconSourcesIn } from '../generation/prepare-icons.ts'
import { createBar, createProgressLines } from '../generation/show-progress.ts'
import { CatalogueError } from '../icons/build/sources.ts'
import { CommandError, type Given } from './command.ts'

/** Maximum number of faults that are printed in full. */
const FAULTS_SHOWN = 20

/** `signpost catalogue`, the last step of `npm run build`: builds the icon catalogue into `DATA_DIR`. */
export async function buildCatalogue({ env }: Given<object>): Promise<void> {
  const { CONTENT_DIR, DATA_DIR, DATA_DIR_ACCESS } = env
  const config = loadConfig({ CONTENT_DIR, DATA_DIR, DATA_DIR_ACCESS }, 1)
  const { contentDir, dataDir } = config
  secureDataFolder(config)
  const progress = process.stdout.isTTY ? createBar(process.stdout) : createProgressLines(() => undefined)
  const startedAt = performance.now()
  const events: BuilderEvents = {
    progress: (...stage) => progress.show(...stage),
    log(level, message, details) {
      progress.end()
      process.stderr.write(`${level}: ${message} ${JSON.stringify(details)}\n`)
    },
    faults: () => undefined,
  }
  const from = { contentDir: iconSourcesIn(contentDir, events), dataDir }
  const { catalogue, descriptors, faults, outcome } = await openCatalogue(from, events).catch((error: unknown) => {
    throw error instanceof CatalogueError ? new CommandError(error.message) : error
  })
  progress.end()
  descriptors.forEach((fd) => closeSync(fd))
  for (const { file, reason } of faults.slice(0, FAULTS_SHOWN)) process.stderr.write(`${file}: ${reason}\n`)
  if (faults.length > FAULTS_SHOWN) process.stderr.write(`and ${faults.length - FAULTS_SHOWN} more faults\n`)
  const records = catalogue.icons.reduce((sum, { records }) => sum + records.length, 0)
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
  const size = `${catalogue.icons.length} icons in ${records} records`
  process.stdout.write(`icon catalogue ${outcome === 'built' ? 'built' : 'is up to date'}: ${size} (${seconds} s)\n`)
}
