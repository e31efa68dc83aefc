/**
 * The dependency rules of ARCHITECTURE.md. `scripts/check.ts` also asserts how many modules were read, because a
 * cruise that reads none finds no fault.
 */
const only = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to })

module.exports = {
  forbidden: [
    only('no-cycles', 'A cycle cannot be read in any order.', {}, { circular: true }),
    only(
      'shared-is-a-leaf',
      'src/shared imports node: and its own drivers only.',
      { path: '^src/shared/' },
      { path: '^src/(?!shared/)' },
    ),
    only(
      'search-is-pure',
      'src/search imports only src/shared.',
      { path: '^src/search/' },
      { path: '^src/(?!search/|shared/)' },
    ),
    only(
      'lottie-is-pure',
      'src/lottie imports only src/shared.',
      { path: '^src/lottie/' },
      { path: '^src/(?!lottie/|shared/)' },
    ),
    only(
      'features-stand-alone',
      'docs and web know nothing of HTTP, threads or hosts.',
      { path: '^src/(docs|web)/' },
      { path: '^src/(http|pool|generation|hosts|config)/|^src/[^/]+\\.ts$' },
    ),
    only(
      'docs-without-pages-for-people',
      'src/docs does not import src/web.',
      { path: '^src/docs/' },
      { path: '^src/web/' },
    ),
    only(
      'http-is-generic',
      'src/http serves any host: it knows no feature.',
      { path: '^src/http/' },
      {
        path: '^src/(docs|icons|web|search|lottie|agents|account|oauth|tokens|limits|mcp|a2a|store|pool|generation|hosts)/',
      },
    ),
    only(
      'wiring-at-the-top',
      'Only the entry files and hosts join http to features.',
      { path: '^src/(pool|generation)/' },
      { path: '^src/(http|hosts)/' },
    ),
    only(
      'features-know-no-store',
      'Features say what they keep; only the entry files choose where.',
      { path: '^src/(docs|icons|web|agents|account|oauth|tokens|limits|mcp|a2a|hosts|http|search)/' },
      { path: '^src/store/' },
    ),
    only(
      'features-apart',
      'A feature knows the pure parts of http and its own kind; mcp and a2a may use the services of others.',
      { path: '^src/(icons|agents|account|tokens|limits)/' },
      { path: '^src/(docs|web|mcp|a2a|pool|generation|hosts|config)/|^src/http/uws\\.ts$|^src/[^/]+\\.ts$' },
    ),
    only(
      'protocols-above-features',
      'mcp and a2a use services; they know neither threads nor hosts.',
      { path: '^src/(mcp|a2a)/' },
      { path: '^src/(pool|generation|hosts|config)/|^src/http/uws\\.ts$|^src/[^/]+\\.ts$' },
    ),
    only(
      'oauth-above-accounts',
      'The authorization server knows accounts, tokens and limits, and of MCP what a session is; it draws no pages.',
      { path: '^src/oauth/' },
      { path: '^src/(docs|icons|web|a2a|pool|generation|hosts|config)/|^src/http/uws\\.ts$|^src/[^/]+\\.ts$' },
    ),
    only(
      'one-folder-for-the-database',
      'Only src/store imports the drivers of PostgreSQL.',
      { path: '^src/', pathNot: '^src/store/' },
      { path: 'node_modules/(kysely|pg|@electric-sql)/' },
    ),
    only(
      'one-folder-for-redis',
      'Only src/store imports ioredis.',
      { path: '^src/', pathNot: '^src/store/' },
      { path: 'node_modules/ioredis/' },
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
      'no-undeclared',
      'Only what package.json declares.',
      {},
      { dependencyTypes: ['npm-no-pkg', 'npm-unknown', 'unknown', 'undetermined'] },
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
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
    },
  },
}
