import type { QueryExecutorProvider } from 'kysely'
import * as account from './0001-account.ts'
import * as grants from './0002-grants.ts'
import * as nobody from './0003-nobody.ts'
import * as successors from './0004-successors-and-keys.ts'
import * as documentAddresses from './0005-document-addresses.ts'

export interface Migration {
  /** Name, which sets the order; it never changes. */
  readonly name: string
  up(transaction: QueryExecutorProvider): Promise<void>
}

/** All migrations in their order. A published migration never changes. */
export const MIGRATIONS: readonly Migration[] = [
  { name: '0001-account', up: account.up },
  { name: '0002-grants', up: grants.up },
  { name: '0003-nobody', up: nobody.up },
  { name: '0004-successors-and-keys', up: successors.up },
  { name: '0005-document-addresses', up: documentAddresses.up },
]
