/**
 * The dependency rules of ARCHITECTURE.md. `scripts/check.ts` also asserts how many modules were read, because a
 * cruise that reads none finds no fault.
 */
const only = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to })

/**
 * What each folder of `src` may import beside itself: folders, or files of them. `hosts` is not here: its own rules are below.
 * `main.ts` and whatever is not named may not be imported from another folder.
 */
const FOLDERS = {
  shared: [],
  analytics: ['shared/', 'web/markup.ts'],
  engine: ['shared/'],
  tokens: ['shared/'],
  config: ['shared/', 'engine/native/kernel-choice.ts'],
  http: ['shared/'],
  svg: ['shared/'],
  docs: ['shared/', 'engine/index/document.ts', 'svg/'],
  icons: ['shared/', 'engine/catalogue/', 'svg/'],
  web: ['shared/', 'docs/'],
  limits: ['shared/', 'http/route/'],
  account: ['shared/', 'limits/'],
  mcp: ['shared/', 'http/route/', 'http/wire/'],
  oauth: [
    'shared/',
    'account/',
    'tokens/',
    'limits/',
    'mcp/session.ts',
    'mcp/session-id.ts',
    'mcp/limits.ts',
    'http/route/',
    'http/wire/',
  ],
  generation: ['shared/', 'docs/', 'icons/', 'engine/'],
  pool: ['shared/', 'docs/', 'icons/', 'web/', 'engine/', 'tokens/', 'generation/'],
  store: ['shared/', 'analytics/', 'account/', 'oauth/', 'tokens/', 'limits/', 'mcp/'],
  process: ['shared/', 'analytics/', 'config/', 'account/', 'tokens/', 'store/', 'generation/', 'http/', 'hosts/'],
  threads: [
    'shared/',
    'analytics/',
    'config/',
    'docs/',
    'icons/',
    'web/',
    'engine/',
    'tokens/',
    'generation/',
    'pool/',
    'http/',
    'hosts/',
    'process/listener-messages.ts',
  ],
  commands: [
    'shared/',
    'analytics/',
    'config/',
    'docs/',
    'icons/',
    'account/',
    'tokens/',
    'store/',
    'generation/',
    'process/',
    'engine/native/load-native.ts',
    'http/uws-package.ts',
  ],
}

/** Layers of a folder, the lowest first: each may import those before it and itself. A layer is a folder, or a file at its root. */
const LAYERS = {
  // Texts and paths; what pages are; readers of files; what links and navigation need; readers of sources; the whole content.
  docs: `
    addresses.ts decode-text.ts paths.ts site-path.ts places-of.ts slug.ts updated.ts
    front-matter-formats.ts front-matter.ts tree locales versions
    page.ts model meta.ts files readers description.ts site content.ts kept nav.ts links
    parse-page.ts content-draft.ts source-reading.ts sources census check
    content-tree.ts sources-of.ts fingerprint.ts apply-site.ts
    read-markdown-folder.ts read-site-content.ts read-content.ts served`
    .trim()
    .split(/\s+/),
  engine: ['text', 'index', '(build|query)', 'catalogue', 'native'],
  http: ['wire', 'observe', 'route', 'cache', 'server'],
}

const escaped = (path) => path.replaceAll('.', '\\.')

const folderRules = Object.entries(FOLDERS).map(([folder, allowed]) =>
  only(
    `${folder}-imports`,
    `src/${folder} imports ${allowed.length === 0 ? 'nothing else of src' : `of src only ${allowed.join(', ')}`}.`,
    { path: `^src/${folder}/` },
    { path: `^src/(?!${[`${folder}/`, ...allowed].map(escaped).join('|')})` },
  ),
)

/** The path of a layer below its folder. */
const inLayer = (layer) => (layer.endsWith('.ts') ? `${escaped(layer)}$` : `${layer}/`)

const layerRules = Object.entries(LAYERS).flatMap(([folder, layers]) =>
  layers.slice(0, -1).map((layer, position) =>
    only(
      `${folder}-layers-${position + 1}`,
      `In src/${folder} each layer imports those below it: ${layers.join(', ')}.`,
      { path: `^src/${folder}/${inLayer(layer)}` },
      {
        path: `^src/${folder}/(${layers
          .slice(position + 1)
          .map(inLayer)
          .join('|')})`,
        // Memory for an index is asked for in large pages, which only the native kernel can do.
        ...(folder === 'engine' && layer === 'index' ? { pathNot: '^src/engine/native/load-native\\.ts$' } : {}),
      },
    ),
  ),
)

/** The files of hosts that choose what stands behind the interfaces which all else knows. */
const WIRING = '^src/hosts/([^/]+/[^/]+-listener|account/account-store|limits-link|store-link)\\.ts$'

module.exports = {
  forbidden: [
    only('no-cycles', 'A cycle cannot be read in any order.', {}, { circular: true }),
    ...folderRules,
    ...layerRules,
    only(
      'docs-in-layers',
      'Each file and folder of src/docs has its place in the table of layers.',
      {},
      { path: `^src/docs/(?!${LAYERS.docs.map(inLayer).join('|')})` },
    ),
    only(
      'engine-kinds-apart',
      'What builds an index and what answers from one know only the index.',
      { path: '^src/engine/(build|query)/' },
      { path: '^src/engine/(build|query)/', pathNot: '^src/engine/$1/' },
    ),
    only(
      'http-servers-alone',
      'Who serves is the business of hosts, the main thread and the entries.',
      { path: '^src/', pathNot: '^src/(http|hosts|process|threads)/' },
      { path: '^src/http/server/' },
    ),
    only(
      'uws-within-http',
      'What uWebSockets.js is to the rest of src is said by src/http; the main thread loads it once.',
      { path: '^src/', pathNot: '^src/(http/|process/listener-threads\\.ts$)' },
      { path: '^src/http/uws\\.ts$' },
    ),
    only(
      'entries-at-the-top',
      'Nothing imports the entry of a program or of a thread, but its own kind.',
      { path: '^src/', pathNot: '^src/(main\\.ts$|commands/|threads/)' },
      { path: '^src/(main\\.ts$|commands/|threads/)' },
    ),
    only(
      'hosts-are-mounted',
      'Only the main thread and the entries of threads import a host.',
      { path: '^src/', pathNot: '^src/(hosts|process|threads)/' },
      { path: '^src/hosts/' },
    ),
    only(
      'hosts-apart',
      'A host knows no other host.',
      { path: '^src/hosts/([^/]+)/' },
      { path: '^src/hosts/[^/]+/', pathNot: '^src/hosts/$1/' },
    ),
    only(
      'hosts-share-what-is-above',
      'What hosts share knows none of them.',
      { path: '^src/hosts/[^/]+\\.ts$' },
      { path: '^src/hosts/[^/]+/' },
    ),
    only(
      'hosts-know-no-store',
      'Hosts say what they keep and ask; only their wiring chooses where that is.',
      { path: '^src/hosts/', pathNot: WIRING },
      { path: '^src/(store|pool|generation|process|commands|threads)/' },
    ),
    only(
      'hosts-wiring',
      'The wiring of hosts stands below the main thread and the entries.',
      { path: WIRING },
      { path: '^src/(generation|process|commands|threads)/' },
    ),
    only(
      'host-parts-stand-alone',
      'The pages, tools and agents of a host know nothing of its routes, nor of the configuration.',
      { path: '^src/hosts/([^/]+)/(pages|tools|typeset|cards|scaled|a2a|registration)/' },
      { path: '^src/(hosts/|config/)', pathNot: '^src/hosts/$1/$2/' },
    ),
    only(
      'host-apis-stand-alone',
      'The endpoints of a host know what hosts share, and nothing else of hosts, nor the configuration.',
      { path: '^src/hosts/([^/]+)/api/' },
      { path: '^src/(hosts/[^/]+/|config/)', pathNot: '^src/hosts/$1/api/' },
    ),
    only(
      'pages-without-http',
      'What writes a page knows nothing of HTTP; the routes of account pages do.',
      {
        path: '^src/hosts/[^/]+/(pages|typeset|cards|scaled)/',
        pathNot: '^src/hosts/account/pages/([^/]+-pages|page-headers|visit)\\.ts$',
      },
      { path: '^src/(http|mcp|tokens|limits)/' },
    ),
    only(
      'tools-without-pages',
      'Endpoints, tools, A2A and the registration of agents draw no pages.',
      { path: '^src/hosts/[^/]+/(api|tools|a2a|registration)/' },
      { path: '^src/web/' },
    ),
    only(
      'registration-apart',
      'The registration of agents knows tokens and limits, and no content.',
      { path: '^src/hosts/icons/registration/' },
      { path: '^src/(docs|icons|engine|mcp|account|oauth)/' },
    ),
    only(
      'one-folder-for-postgresql',
      'Only src/store/postgres imports Kysely.',
      { path: '^src/', pathNot: '^src/store/postgres/' },
      { path: 'node_modules/kysely/' },
    ),
    only(
      'one-driver-of-postgresql',
      'Only src/store/postgres and src/store/embedded import pg.',
      { path: '^src/', pathNot: '^src/store/(postgres|embedded)/' },
      { path: 'node_modules/pg/' },
    ),
    only(
      'one-folder-for-the-embedded-database',
      'Only src/store/embedded imports PGlite.',
      { path: '^src/', pathNot: '^src/store/embedded/' },
      { path: 'node_modules/@electric-sql/' },
    ),
    only(
      'one-folder-for-redis',
      'Only src/store/redis imports ioredis.',
      { path: '^src/', pathNot: '^src/store/redis/' },
      { path: 'node_modules/ioredis/' },
    ),
    only(
      'stores-apart',
      'Redis and PostgreSQL know nothing of each other; what is in memory knows neither.',
      { path: '^src/store/(postgres|redis|memory)/' },
      { path: '^src/store/(postgres|redis|embedded)/', pathNot: '^src/store/$1/' },
    ),
    only(
      'one-importer-of-opentelemetry',
      'Only src/http/observe/open-telemetry.ts imports OpenTelemetry, and nothing loads that without a collector.',
      { path: '^src/', pathNot: '^src/http/observe/open-telemetry\\.ts$' },
      { path: 'node_modules/@opentelemetry/' },
    ),
    only(
      'one-importer-of-uws',
      'Only src/http/uws.ts imports uWebSockets.js.',
      { path: '^(src|bench|test)/', pathNot: '^src/http/uws\\.ts$' },
      { path: 'uWebSockets|uws-node20|@uwsjs' },
    ),
    only(
      'one-folder-for-piscina',
      'Only src/pool imports piscina.',
      { path: '^src/', pathNot: '^src/pool/' },
      { path: 'node_modules/piscina/' },
    ),
    only(
      'src-without-tests',
      'Nothing that ships imports tests or benchmarks.',
      { path: '^src/' },
      { path: '^(test|bench)/' },
    ),
    only(
      'tests-without-packages-of-the-bench',
      'Tests run with the packages of package.json alone.',
      { path: '^test/', pathNot: '^test/clients/' },
      { path: '^(bench|test/clients)/node_modules/', reachable: true },
    ),
    only(
      'no-undeclared',
      'Only what package.json declares, and our own client.',
      {},
      { dependencyTypes: ['npm-no-pkg', 'npm-unknown', 'unknown', 'undetermined'], pathNot: '^@signpost/client$' },
    ),
    only(
      'production-dependencies',
      'What ships imports no development dependency.',
      { path: '^src/' },
      { dependencyTypes: ['npm-dev'], pathNot: 'node_modules/(@types|uWebSockets)' },
    ),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    // Recorded sites import the packages of their generators, which are not installed.
    exclude: { path: '^test/fixtures/sites/' },
    tsPreCompilationDeps: true,
    // Files of the bench may import what either package.json names: its own, and that of the root.
    combinedDependencies: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
    },
  },
}
