import { defineCommand, type Command } from './command.ts'

const JSON_OUTPUT = { type: 'boolean', means: 'Prints JSON, for programs.' } as const
const LOCALE = { type: 'string', value: '<en|zh|ko>', means: 'Language of the documentation. Default: en.' } as const
const CONTENT = {
  type: 'string',
  value: '<folder>',
  means: 'Content to read where no service runs. Default: CONTENT_DIR.',
} as const
const EMAIL = { type: 'string', value: '<address>', required: true, means: 'E-mail address of the account.' } as const

/** The commands of `signpost`, from which its help and the table of the documentation are made. */
export const COMMANDS: readonly Command[] = [
  defineCommand({
    name: 'serve',
    summary: 'Serves documentation, accounts and icons.',
    words: { shown: '[folder]', least: 0, most: 1 },
    more: 'The folder has documentation of any kind: Markdown, the repository of a generator, or a built site. Without one it is CONTENT_DIR.',
    options: {
      port: {
        type: 'string',
        value: '<port>',
        means: 'Port of the documentation. Accounts, icons and metrics take the 1st, 2nd and 9th after it.',
      },
      hosts: {
        type: 'string',
        value: '<names>',
        means: 'What to serve of docs, account and icons, separated by commas. Default: all.',
      },
      bind: {
        type: 'string',
        value: '<address>',
        means: 'Address to listen on. Default: 127.0.0.1, this machine alone.',
      },
      watch: { type: 'boolean', means: 'Reads the content again whenever files change.' },
      open: { type: 'boolean', means: 'Opens a browser once there is something to see.' },
      json: { type: 'boolean', means: 'Writes the log as JSON on a terminal too.' },
      strict: { type: 'boolean', means: 'Does not start where a variable is probably misspelt.' },
    },
    examples: ['signpost ./docs', 'signpost ./docs --port 5000 --open', 'signpost serve --hosts docs'],
    load: async () => (await import('./serve.ts')).serve,
  }),
  defineCommand({
    name: 'init',
    summary: 'Writes what a new site begins with, and overwrites nothing.',
    more: 'It writes content/site.yaml, a first page, and ecosystem.config.js for pm2.',
    words: { shown: '[folder]', least: 0, most: 1 },
    options: {},
    examples: ['signpost init', 'signpost init ./handbook'],
    load: async () => (await import('./init.ts')).init,
  }),
  defineCommand({
    name: 'search',
    summary: 'Searches the documentation, in the running service or else in its index.',
    more: 'It ends with status 1 where nothing is found.',
    words: { shown: '<words>', least: 1, most: 100 },
    options: {
      content: CONTENT,
      locale: LOCALE,
      limit: { type: 'string', value: '<1 to 50>', means: 'Results at most. Default: 5.' },
      json: JSON_OUTPUT,
    },
    examples: ['signpost search "change the port"', 'signpost search start --json'],
    load: async () => (await import('./search.ts')).search,
  }),
  defineCommand({
    name: 'page',
    summary: 'Prints a page of the documentation as Markdown.',
    words: { shown: '<path>', least: 1, most: 1 },
    options: { content: CONTENT, locale: LOCALE, json: JSON_OUTPUT },
    examples: ['signpost page operations/reindexing'],
    load: async () => (await import('./page.ts')).showPage,
  }),
  defineCommand({
    name: 'check',
    summary: 'Reads documentation as the service does, and lists its faults by file and line.',
    more: 'It ends with status 1 where there are faults, and with 2 where nothing could be read.',
    words: { shown: '[folder]', least: 0, most: 1 },
    options: {
      strict: { type: 'boolean', means: 'Fails on warnings too.' },
      json: JSON_OUTPUT,
      sarif: { type: 'boolean', means: 'Prints SARIF, for code hosts.' },
      all: { type: 'boolean', means: 'Lists each fault, also where many say the same.' },
      hints: { type: 'boolean', means: 'Lists all hints.' },
      fix: { type: 'boolean', means: 'Mends what can be mended without a decision.' },
      baseline: { type: 'string', value: '<file>', means: 'Lists only faults that this earlier JSON lacks.' },
    },
    examples: ['signpost check ./docs', 'signpost check --strict --sarif > faults.sarif'],
    load: async () => (await import('./content-check.ts')).checkFolder,
  }),
  defineCommand({
    name: 'doctor',
    summary: 'Looks at the machine, the settings, the stores and the content, and says what to do.',
    more: 'It changes nothing. It ends with status 1 where something is a fault.',
    options: { json: JSON_OUTPUT, strict: { type: 'boolean', means: 'Fails on warnings too.' } },
    examples: ['signpost doctor', 'signpost doctor --json'],
    load: async () => (await import('./doctor.ts')).doctor,
  }),
  defineCommand({
    name: 'reindex',
    summary: 'Makes the running service read its content again, and waits for the result.',
    options: {},
    examples: ['signpost reindex'],
    load: async () => (await import('./reindex.ts')).reindex,
  }),
  defineCommand({
    name: 'user add',
    summary: 'Makes an account, whether sign-up is open or not.',
    more: 'The password is asked for on the terminal, or is the first line of standard input.',
    options: { email: EMAIL },
    examples: ['signpost user add --email ada@example.org'],
    load: async () => (await import('./user/add.ts')).addUser,
  }),
  defineCommand({
    name: 'user password',
    summary: 'Gives an account another password, and ends its sign-ins and the access of its applications.',
    more: 'The new password is asked for on the terminal, or is the first line of standard input.',
    options: { email: EMAIL },
    examples: ['signpost user password --email ada@example.org'],
    load: async () => (await import('./user/password.ts')).setPassword,
  }),
  defineCommand({
    name: 'user delete',
    summary: 'Deletes an account with everything in it, after a question.',
    more: 'It lists the content of the account, and asks for the address once more: on the terminal, or as the first line of standard input.',
    options: { email: EMAIL },
    examples: ['signpost user delete --email ada@example.org'],
    load: async () => (await import('./user/delete.ts')).deleteUser,
  }),
  defineCommand({
    name: 'db backup',
    summary: 'Writes the database to a file while the service runs, and restores it once to check it.',
    words: { shown: '<file>', least: 1, most: 1 },
    more: 'The file must not exist yet. It holds private keys and hashes of passwords, and only its owner can read it.',
    options: {},
    examples: ['signpost db backup signpost.backup'],
    load: async () => (await import('./db/backup.ts')).backUp,
  }),
  defineCommand({
    name: 'db restore',
    summary: 'Writes a backup into an empty database, embedded or PostgreSQL, while no node uses it.',
    words: { shown: '<file>', least: 1, most: 1 },
    options: { replace: { type: 'boolean', means: 'Deletes what the database has.' } },
    examples: ['signpost db restore signpost.backup'],
    load: async () => (await import('./db/restore.ts')).restore,
  }),
  defineCommand({
    name: 'db copy',
    summary: 'Copies the embedded database to PostgreSQL or back, while no node uses either.',
    more: 'A database is "embedded", "postgres" for that of DATABASE_URL, or an address. Counts and hashes of all tables are compared.',
    options: {
      from: {
        type: 'string',
        value: '<database>',
        required: true,
        means: 'Database that is read, and stays as it is.',
      },
      to: {
        type: 'string',
        value: '<database>',
        required: true,
        means: 'Database that is written, and must be empty.',
      },
      replace: { type: 'boolean', means: 'Deletes what the second database has.' },
    },
    examples: ['signpost db copy --from embedded --to postgres'],
    load: async () => (await import('./db/copy.ts')).copy,
  }),
  defineCommand({
    name: 'db migrate',
    summary: 'Brings the tables to this version, as a start does.',
    options: {
      'dry-run': { type: 'boolean', means: 'Says what would be done, and what older nodes would do; changes nothing.' },
    },
    examples: ['signpost db migrate --dry-run'],
    load: async () => (await import('./db/migrate.ts')).migrateDatabase,
  }),
  defineCommand({
    name: 'keys rotate',
    summary: 'Gives the account host another key to sign access tokens with.',
    options: {
      host: { type: 'string', value: 'account', required: true, means: 'Host whose key is rotated.' },
      now: { type: 'boolean', means: 'For a compromised key: drops all others at once, and ends every access token.' },
    },
    examples: ['signpost keys rotate --host account'],
    load: async () => (await import('./keys-rotate.ts')).rotateKeys,
  }),
  defineCommand({
    name: 'keys replace',
    summary: 'Replaces the key that signs credentials of the icons host, on every node at once.',
    options: {
      host: { type: 'string', value: 'icons', required: true, means: 'Host whose key is replaced.' },
      publish: {
        type: 'boolean',
        means: 'Writes no key, and makes the present one the one that all nodes must have.',
      },
      'to-database': {
        type: 'boolean',
        means: 'Makes no key, and puts that of the file into the database of DATABASE_URL.',
      },
    },
    examples: ['signpost keys replace --host icons'],
    load: async () => (await import('./keys-replace.ts')).replaceKeys,
  }),
  defineCommand({
    name: 'synonyms',
    summary: 'Proposes synonyms and missing pages from searches without results.',
    more: 'The service must have counted searches: SEARCH_ANALYTICS=on.',
    options: {
      days: { type: 'string', value: '<1 to 400>', means: 'Days whose searches are looked at. Default: 30.' },
      json: JSON_OUTPUT,
    },
    examples: ['signpost synonyms --days 7'],
    load: async () => (await import('./synonyms-suggest.ts')).suggestSynonyms,
  }),
  defineCommand({
    name: 'catalogue',
    summary: 'Builds the catalogue of icons into DATA_DIR, so that the first start is short.',
    options: {},
    examples: ['signpost catalogue'],
    load: async () => (await import('./catalogue-build.ts')).buildCatalogue,
  }),
]
