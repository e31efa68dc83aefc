import type { KyselyPlugin } from 'kysely'
import type { Database } from '../../src/store/postgres/database.ts'

/** Wraps a database and records the kind of each statement that its stores send, in order. */
export function countStatements(database: Database) {
  const statements: string[] = []
  const plugin: KyselyPlugin = {
    transformQuery({ node }) {
      statements.push(node.kind)
      return node
    },
    transformResult: async ({ result }) => result,
  }
  const counted: Database = {
    ...database,
    run: (work) => database.run((kysely) => work(kysely.withPlugin(plugin))),
    transact: (work) => database.transact((transaction) => work(transaction.withPlugin(plugin))),
  }
  return { database: counted, statements }
}
