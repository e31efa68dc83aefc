import type { QueryExecutorProvider } from 'kysely'
import * as account from './0001-account.ts'
import * as grants from './0002-grants.ts'
import * as nobody from './0003-nobody.ts'
import * as successors from './0004-successors-and-keys.ts'
import * as documentAddresses from './0005-document-addresses.ts'
import * as searchCounts from './0006-search-counts.ts'

export interface Migration {
  /** Name, which sets the order; it never changes. */
  readonly name: string
  /** What it changes, for operators. */
  readonly does: string
  /** What nodes of older versions do that run meanwhile and afterwards. */
  readonly olderNodes: string
  up(transaction: QueryExecutorProvider): Promise<void>
}

const GO_ON = 'they go on, and cannot be started again.'

/** All migrations in their order. A published migration never changes. */
export const MIGRATIONS: readonly Migration[] = [
  {
    name: '0001-account',
    does: 'creates the tables.',
    olderNodes: 'no older version has a database.',
    up: account.up,
  },
  {
    name: '0002-grants',
    does: 'gives each authorization a grant and tokens of its own, and drops a table and a column that were replaced.',
    olderNodes: 'stop them before, since they cannot refresh tokens or approve clients afterwards.',
    up: grants.up,
  },
  { name: '0003-nobody', does: 'adds the owner of failed sign-ins.', olderNodes: GO_ON, up: nobody.up },
  {
    name: '0004-successors-and-keys',
    does: 'adds columns for replaced tokens, and for clients that authenticate themselves.',
    olderNodes: GO_ON,
    up: successors.up,
  },
  {
    name: '0005-document-addresses',
    does: 'adds the table of addresses at which clients read and write documents.',
    olderNodes: GO_ON,
    up: documentAddresses.up,
  },
  {
    name: '0006-search-counts',
    does: 'adds the table of what readers search.',
    olderNodes: GO_ON,
    up: searchCounts.up,
  },
]
