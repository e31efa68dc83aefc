// Which of the states of an artefact nodes serve, and which they serve no more.
import { statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { readBuildInfo } from '../config/build-info.ts'
import { MANIFEST_NAME, WITHDRAWN_LIMIT, type Pointer } from '../generation/artefact/layout.ts'
import { pointerIn, publishedIn, writePointer } from '../generation/artefact/publish.ts'
import type { Manifest } from '../generation/disk/manifest.ts'
import { readSealedJson } from '../generation/disk/sealed-json.ts'
import { askAll } from '../process/control/ask-service.ts'
import { WITHDRAW, withdrawal } from '../process/withdraw-generation.ts'
import { reasonOf } from '../shared/reason.ts'
import { CommandError, WrongUsage, type Given } from './command.ts'
import { openConfig } from './operate.ts'

/** Folders and members of the pointer, by what they publish. */
const PARTS = [
  { folder: 'generations', member: 'generation' },
  { folder: 'catalogues', member: 'icons' },
] as const

/** `signpost publish HASH --out DIR`: points to a state that is in the artefact, as for a roll back. */
export async function publish({ options, words }: Given<{ readonly out: string }>): Promise<number> {
  const out = resolve(options.out)
  const hash = readHash(words)
  const before = pointerOf(out)
  if (before.withdrawn?.includes(hash))
    throw new CommandError(`${hash} is withdrawn: take it off the list in current.json`)
  writePointer(out, { ...pointTo(out, before, hash), allowLoss: true })
  process.stdout.write(`${join(out, 'current.json')} names sha256:${hash} now\n`)
  return 0
}

/** `signpost withdraw HASH`: ends a state on this machine, or with `--out` on all nodes that follow the artefact. */
export async function withdraw(given: Given<{ readonly out: string | undefined }>): Promise<number> {
  const hash = readHash(given.words)
  const { out } = given.options
  return out === undefined ? withdrawHere(given, hash) : withdrawEverywhere(resolve(out), hash)
}

async function withdrawHere({ env }: Pick<Given, 'env'>, hash: string): Promise<number> {
  const answers = await askAll(openConfig({ env }).dataDir, WITHDRAW, { hash })
  if (answers.size === 0)
    throw new CommandError('No service runs here. Ask for it on a node, or give the artefact by --out.')
  const failed: string[] = []
  for (const [pid, answer] of answers) {
    if (answer.outcome !== 'done') failed.push(`process ${pid}: ${'reason' in answer ? answer.reason : 'it refused'}`)
    else if (withdrawal.parse(answer.result).outcome === 'ended') process.stdout.write(`process ${pid} has ended it\n`)
    else process.stdout.write(`process ${pid} did not have it, and will not take it\n`)
  }
  if (failed.length > 0) throw new CommandError(failed.join('\n'))
  return 0
}

function withdrawEverywhere(out: string, hash: string): number {
  const before = pointerOf(out)
  const withdrawn = [hash, ...(before.withdrawn ?? []).filter((other) => other !== hash)].slice(0, WITHDRAWN_LIMIT)
  let pointer: Pointer = { ...before, withdrawn }
  for (const { folder, member } of PARTS) {
    if (before[member] !== hash) continue
    const next = newestIn(join(out, folder), withdrawn)
    if (next === null)
      throw new CommandError(
        `Nothing else is published in ${out}: build another state first, and withdraw this one then`,
      )
    pointer = { ...pointTo(out, pointer, next), allowLoss: true }
    process.stdout.write(`${join(out, 'current.json')} names sha256:${next} now\n`)
  }
  writePointer(out, pointer)
  process.stdout.write(`sha256:${hash} is withdrawn: publish current.json, and each node ends it at its next look\n`)
  return 0
}

/** The pointer with another hash of the part in which that is. */
function pointTo(out: string, before: Pointer, hash: string): Pointer {
  const part = PARTS.find(({ folder }) => publishedIn(join(out, folder)).includes(hash))
  if (part === undefined) throw new CommandError(`${out} has no state with the hash ${hash}`)
  const madeBy = `signpost ${readBuildInfo().version}`
  if (part.member === 'icons') return { ...before, icons: hash, madeBy }
  const manifest = readSealedJson(join(out, part.folder, hash, MANIFEST_NAME)) as Manifest
  return { ...before, generation: hash, pages: manifest.pageCounts, madeBy }
}

/** The state that was published last of those that are left; null if none but this one is left. */
function newestIn(folder: string, withdrawn: readonly string[]): string | null {
  const left = publishedIn(folder).filter((hash) => !withdrawn.includes(hash))
  const publishedAt = (hash: string): number => statSync(join(folder, hash)).mtimeMs
  return left.toSorted((one, other) => publishedAt(other) - publishedAt(one))[0] ?? null
}

function pointerOf(out: string): Pointer {
  try {
    const pointer = pointerIn(out)
    if (pointer !== null) return pointer
  } catch (error) {
    throw new CommandError(`${out} cannot be read: ${reasonOf(error)}`, { cause: error })
  }
  throw new CommandError(`${out} has no current.json: signpost build writes it`)
}

/** Reads the hash as `/readyz` and the answers show it, or without `sha256:`. */
function readHash([word = '']: readonly string[]): string {
  const hash = /^(?:sha256:)?([0-9a-f]{64})$/.exec(word)?.[1]
  if (hash === undefined) throw new WrongUsage('The hash is the 64 digits that /readyz and Signpost-Generation show.')
  return hash
}
