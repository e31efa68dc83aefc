import { existsSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { LOCALES, isLocale, type Locale } from '../src/shared/locale.ts'
import { SERVICE_ENTRY } from './load/service.ts'
import { PEER_NAMES, type PeerName } from './peers/peer.ts'

/** Options of all questions. Each question uses those that concern it. */
export interface BenchOptions {
  /** Whether the runs are short, for trials. */
  readonly quick: boolean
  /** A folder of `<family>.<locale>.docs.jsonl.gz`, or a content folder (`docs/<locale>/…`). */
  readonly corpus: string
  readonly locales: readonly Locale[]
  readonly peers: readonly PeerName[]
  /** Path of the compiled entry of the service. */
  readonly entry: string
  /** Sizes of large corpora, in increasing order, or null for the defaults of the question. */
  readonly pages: readonly number[] | null
}

export interface CommandLine {
  /** Names of the questions. An empty list means all of them. */
  readonly questions: readonly string[]
  readonly options: BenchOptions
  /** Path of a saved run to compare with. */
  readonly compare?: string
  /** Path of another saved run, which is compared in place of a new one. */
  readonly with?: string
  /** Path of a saved run whose report is written again. */
  readonly render?: string
}

export class UsageError extends Error {}

const CORPUS = '../shared/corpus'
const CONTENT = 'content'

/** @throws {UsageError} */
export function parseCommandLine(args: readonly string[]): CommandLine {
  const { positionals, values } = parse(args)
  if (values.with !== undefined && values.compare === undefined) throw new UsageError('--with needs --compare')
  const corpus = values.corpus ?? (existsSync(CORPUS) ? CORPUS : CONTENT)
  for (const file of [corpus, values.compare, values.with, values.render]) {
    if (file !== undefined && !existsSync(file)) throw new UsageError(`no such file or folder: ${file}`)
  }
  return {
    questions: positionals,
    options: {
      quick: values.quick ?? false,
      corpus,
      locales: parseLocales(values.locale),
      peers: parsePeers(values.peers),
      entry: values.entry ?? SERVICE_ENTRY,
      pages: parsePages(values.pages),
    },
    ...(values.compare === undefined ? {} : { compare: values.compare }),
    ...(values.with === undefined ? {} : { with: values.with }),
    ...(values.render === undefined ? {} : { render: values.render }),
  }
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        quick: { type: 'boolean' },
        compare: { type: 'string' },
        with: { type: 'string' },
        render: { type: 'string' },
        corpus: { type: 'string' },
        locale: { type: 'string' },
        peers: { type: 'string' },
        entry: { type: 'string' },
        pages: { type: 'string' },
      },
    })
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error))
  }
}

function parseLocales(value: string | undefined): readonly Locale[] {
  if (value === undefined) return LOCALES
  return value.split(',').map((name) => {
    if (!isLocale(name)) throw new UsageError(`unknown locale: ${name}`)
    return name
  })
}

function parsePages(value: string | undefined): readonly number[] | null {
  if (value === undefined) return null
  return value.split(',').map((text) => {
    const count = Number(text)
    if (!Number.isInteger(count) || count < 1) throw new UsageError(`no number of pages: ${text}`)
    return count
  })
}

function parsePeers(value: string | undefined): readonly PeerName[] {
  if (value === undefined || value === 'all') return PEER_NAMES
  if (value === 'none') return []
  return value.split(',').map((name) => {
    const peer = PEER_NAMES.find((known) => known === name)
    if (peer === undefined) throw new UsageError(`unknown peer: ${name}`)
    return peer
  })
}
