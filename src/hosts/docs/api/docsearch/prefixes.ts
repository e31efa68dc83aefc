/**
 * Where clients of Algolia find this host. They join the application's id and the rest of a host's name, so an id that ends in
 * a slash, such as `docs.example.com/`, makes that rest the beginning of the path. Many sites can set nothing but the id.
 */
export const DOCSEARCH_PREFIXES = [
  '',
  '/-dsn.algolia.net',
  '/-1.algolianet.com',
  '/-2.algolianet.com',
  '/-3.algolianet.com',
] as const
