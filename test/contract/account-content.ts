import type { Test } from 'tap'
import type { Database } from '../../src/store/postgres/database.ts'
import { contentListsContract } from './account-content-lists.ts'
import { contentObjectsContract } from './account-content-objects.ts'
import { contentRecordsContract } from './account-content-records.ts'

/** Contract of the content of an account. @param database A database that may hold other accounts. */
export function accountContentContract(t: Test, database: Database): void {
  contentObjectsContract(t, database)
  contentListsContract(t, database)
  contentRecordsContract(t, database)
}
