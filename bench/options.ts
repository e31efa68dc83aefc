import { existsSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { LOCALES, isLocale, type Locale } from '../src/shared/locale.ts'
import { PEER_NAMES, type PeerName } from './peers/peer.ts'

export interface BenchOptions {
  /** A folder of `<family>.<locale>.docs.jsonl.gz`, or a content folder (`docs/<locale>/…`). */
  readonly corpus: string
  readonly locales: readonly Locale[]
  readonly peers: readonly PeerName[]
}

export const USAGE = `usage: npm run bench -- <search|http> [--corpus <dir>] [--locale <en,zh,ko>] [--peers <all|none|${PEER_NAMES.join(',')}>]\n       npm run bench -- <mcp|limits|tokens|gate> [--quick]\n       npm run bench -- <icons|agents|account> [--quick] [--entry <compiled main.js>]`

export class UsageError extends Error {}

const CORPUS = '../shared/corpus'
const CONTENT = 'content'

export function parseOptions(args: readonly string[]): BenchOptions {
  let values: { corpus?: string; locale?: string; peers?: string }
  try {
    const options = { corpus: { type: 'string' }, locale: { type: 'string' }, peers: { type: 'string' } } as const
    values = parseArgs({ args: [...args], options }).values
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error))
  }
  const corpus = values.corpus ?? (existsSync(CORPUS) ? CORPUS : CONTENT)
  if (!existsSync(corpus)) throw new UsageError(`no such folder: ${corpus}`)
  return { corpus, locales: parseLocales(values.locale), peers: parsePeers(values.peers) }
}

export interface HostOptions {
  readonly quick: boolean
  /** Compiled entry of the service. */
  readonly entry: string
}

/** Options of the benches that take their content from the service. */
export function parseHostOptions(args: readonly string[], defaultEntry: string): HostOptions {
  try {
    const options = { quick: { type: 'boolean' }, entry: { type: 'string' } } as const
    const { values } = parseArgs({ args: [...args], options })
    return { quick: values.quick ?? false, entry: values.entry ?? defaultEntry }
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

function parsePeers(value: string | undefined): readonly PeerName[] {
  if (value === undefined || value === 'all') return PEER_NAMES
  if (value === 'none') return []
  return value.split(',').map((name) => {
    const peer = PEER_NAMES.find((known) => known === name)
    if (peer === undefined) throw new UsageError(`unknown peer: ${name}`)
    return peer
  })
}
