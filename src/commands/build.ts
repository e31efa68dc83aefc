import { closeSync, existsSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join, resolve } from 'node:path'
import { readBuildInfo } from '../config/build-info.ts'
import { loadConfig, type Config } from '../config/config.ts'
import type { BuiltParts, Published } from '../generation/artefact/publish-parts.ts'
import { publishParts } from '../generation/artefact/publish-parts.ts'
import type { BuilderEvents } from '../generation/builder-events.ts'
import { fileFolder } from '../generation/disk/file-store.ts'
import { GenerationList } from '../generation/disk/generation-list.ts'
import { cataloguesIn } from '../generation/open-catalogue.ts'
import { packagedCatalogue } from '../generation/packaged-catalogue.ts'
import { prepareDocs } from '../generation/prepare-docs.ts'
import { findIcons } from '../generation/prepare-icons.ts'
import { createBar, createProgressLines } from '../generation/show-progress.ts'
import { secureDataFolder } from '../process/data-folder.ts'
import { reasonOf } from '../shared/reason.ts'
import { CommandError, WrongUsage, type Given } from './command.ts'

/** Status of a build that is not published, since it would lose pages. */
const REFUSED = 3
const KEEP_DEFAULT = 10
const KEEP_LIMIT = 1000

interface BuildOptions {
  readonly out: string
  readonly hosts: string | undefined
  readonly keep: string | undefined
  readonly 'allow-loss': boolean
  readonly json: boolean
}

/** `signpost build [folder] --out DIR`: builds the content, and publishes it as files that nodes follow. */
export async function build({ env, options, words }: Given<BuildOptions>): Promise<number> {
  const keep = readKeep(options.keep)
  const [folder] = words
  const config = loadConfig(
    {
      ...env,
      ...(folder === undefined ? {} : { CONTENT_DIR: folder }),
      ...(options.hosts === undefined ? {} : { HOSTS: options.hosts }),
    },
    availableParallelism(),
  )
  const out = resolve(options.out)
  // What is published may be read by others, and what is in DATA_DIR may not.
  const mask = process.umask()
  secureDataFolder(config)
  const parts = await explained(() => buildParts(config))
  process.umask(mask)
  const madeBy = `signpost ${readBuildInfo().version}`
  const published = await explained(async () =>
    publishParts(out, parts, { madeBy, keep, allowLoss: options['allow-loss'] }),
  )
  if (options.json) process.stdout.write(`${JSON.stringify(published)}\n`)
  else say(out, published)
  return published.outcome === 'refused' ? REFUSED : 0
}

function readKeep(given: string | undefined): number {
  const keep = given === undefined ? KEEP_DEFAULT : Number(given)
  if (!Number.isInteger(keep) || keep < 2 || keep > KEEP_LIMIT)
    throw new WrongUsage(`--keep must be a whole number from 2 to ${KEEP_LIMIT}.`)
  return keep
}

async function buildParts({ contentDir, dataDir, docs, hosts }: Config): Promise<BuiltParts> {
  const progress = process.stderr.isTTY ? createBar(process.stderr) : createProgressLines(() => undefined)
  const events: BuilderEvents = {
    progress: (...stage) => progress.show(...stage),
    log(level, message, details) {
      progress.end()
      if (level === 'warn') process.stderr.write(`${message} ${JSON.stringify(details)}\n`)
    },
    faults(faults) {
      progress.end()
      if (faults.length > 0) process.stderr.write(`${faults.length} content faults; signpost check lists them\n`)
    },
  }
  try {
    return {
      docs: hosts.includes('docs') ? await buildDocs({ contentDir, dataDir, docs }, events) : null,
      icons: hosts.includes('icons') ? await buildIcons({ contentDir, dataDir }, events) : null,
    }
  } finally {
    progress.end()
  }
}

async function buildDocs(
  { contentDir, dataDir, docs }: Pick<Config, 'contentDir' | 'dataDir' | 'docs'>,
  events: BuilderEvents,
): Promise<BuiltParts['docs']> {
  const { pageDeadlineMs, url } = docs
  const prepared = await prepareDocs({ contentDir, dataDir, siteUrl: url, pageDeadlineMs, current: null }, events)
  if (prepared.outcome === 'unchanged') throw new Error('nothing was in service')
  const { descriptors, docs: built } = prepared.opened
  descriptors.forEach((fd) => closeSync(fd))
  const folder = new GenerationList(dataDir).folderOf(built.number)
  if (descriptors.length === 0) throw new CommandError(`Nothing could be written to DATA_DIR ${dataDir}`)
  return { folder, fileFolder: fileFolder(dataDir) }
}

async function buildIcons(
  request: Pick<Config, 'contentDir' | 'dataDir'>,
  events: BuilderEvents,
): Promise<BuiltParts['icons']> {
  const { catalogue, content, guides } = await findIcons(request, events)
  catalogue.descriptors.forEach((fd) => closeSync(fd))
  const folder = [join(cataloguesIn(request.dataDir), catalogue.name), packagedCatalogue() ?? ''].find(existsSync)
  if (folder === undefined) throw new CommandError(`Nothing could be written to DATA_DIR ${request.dataDir}`)
  return { content, guides, folder }
}

/** Runs a step. What operators can mend has no stack. */
async function explained<T>(step: () => Promise<T>): Promise<T> {
  try {
    return await step()
  } catch (error) {
    throw error instanceof TypeError || error instanceof RangeError
      ? error
      : new CommandError(`Nothing was published: ${reasonOf(error)}`, { cause: error })
  }
}

function say(out: string, published: Published): void {
  if (published.outcome === 'refused') {
    process.stderr.write(`Nothing was published in ${out}: ${published.reason}\n`)
    return
  }
  const { generation, icons, pages } = published.pointer
  const counts = Object.entries(pages).map(([locale, count]) => `${count} ${locale}`)
  if (generation !== undefined)
    process.stdout.write(`documentation sha256:${generation}, pages: ${counts.join(', ')}\n`)
  if (icons !== undefined) process.stdout.write(`icons sha256:${icons}\n`)
  const { bytes, files } = published.written
  const change = published.outcome === 'published' ? 'names this now' : 'named this already'
  process.stdout.write(`${join(out, 'current.json')} ${change}; ${files} files with ${bytes} bytes were written\n`)
}
