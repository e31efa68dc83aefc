/** A request as an unmodified package sent it. */
export interface Recorded {
  readonly client: string
  readonly path: string
  readonly contentType: string
  readonly body: string
}

const LEVELS = [1, 2, 3, 4, 5, 6].map((level) => `hierarchy.lvl${level}`)

/** The body of DocSearch, in which only the length of the snippets differs between versions. */
function docSearchBody(query: string, snippetWords: number): string {
  const request = {
    query,
    indexName: 'widgets',
    attributesToRetrieve: ['hierarchy.lvl0', ...LEVELS, 'content', 'type', 'url'],
    attributesToSnippet: [...LEVELS, 'content'].map((name) => `${name}:${snippetWords}`),
    snippetEllipsisText: '…',
    highlightPreTag: '<mark>',
    highlightPostTag: '</mark>',
    hitsPerPage: 20,
    clickAnalytics: false,
  }
  return JSON.stringify({ requests: [request] })
}

function docSearchPath(agent: string): string {
  return `/1/indexes/*/queries?x-algolia-agent=${agent}&x-algolia-api-key=any&x-algolia-application-id=localhost%3A47330%2F`
}

/** Requests whose query is `crank` and which find the section “Turn the crank” of the page “Start”. */
export const RECORDED: readonly Recorded[] = [
  {
    client: '@docsearch/js 3.9.0 in Chromium',
    path: docSearchPath(
      'Algolia%20for%20JavaScript%20(5.19.0)%3B%20Lite%20(5.19.0)%3B%20Browser%3B%20docsearch%20(3.9.0)%3B%20docsearch-react%20(3.9.0)%3B%20docsearch.js%20(3.9.0)',
    ),
    contentType: 'text/plain',
    body: docSearchBody('crank', 10),
  },
  {
    client: '@docsearch/js 4.7.1 in Chromium',
    path: docSearchPath(
      'Algolia%20for%20JavaScript%20(5.43.0)%3B%20Lite%20(5.43.0)%3B%20Browser%3B%20docsearch%20(4.7.1)%3B%20docsearch-react%20(4.7.1)%3B%20docsearch.js%20(4.7.1)',
    ),
    contentType: 'text/plain',
    body: docSearchBody('crank', 15),
  },
  {
    client: '@docsearch/js 5.2.0 in Chromium, told where the host is by the application id',
    path: `/-dsn.algolia.net${docSearchPath('Algolia%20for%20JavaScript%20(5.55.2)%3B%20Lite%20(5.55.2)%3B%20Browser%3B%20docsearch%20(5.2.0)')}`,
    contentType: 'text/plain',
    body: docSearchBody('crank', 15),
  },
  {
    client: 'algoliasearch 4.27.0: search',
    path: '/1/indexes/*/queries?x-algolia-agent=Algolia%20for%20JavaScript%20(4.26.0)%3B%20Node.js%20(20.20.2)',
    contentType: 'application/x-www-form-urlencoded',
    body: '{"requests":[{"indexName":"widgets","query":"crank","params":"hitsPerPage=5&facetFilters=%5B%22language%3Aen%22%5D"}]}',
  },
  {
    client: 'algoliasearch 4.27.0: initIndex and search',
    path: '/1/indexes/widgets/query?x-algolia-agent=Algolia%20for%20JavaScript%20(4.26.0)%3B%20Node.js%20(20.20.2)',
    contentType: 'application/x-www-form-urlencoded',
    body: '{"query":"crank","hitsPerPage":3,"attributesToRetrieve":["url","type"],"facetFilters":[["language:en","language:ko"]]}',
  },
  {
    client: 'algoliasearch 5.64.0: search',
    path: '/1/indexes/*/queries?x-algolia-agent=Algolia%20for%20JavaScript%20(5.64.0)%3B%20Search%20(5.64.0)%3B%20Node.js%20(20.20.2)',
    contentType: 'text/plain',
    body: '{"requests":[{"indexName":"widgets","query":"crank","hitsPerPage":5,"facetFilters":["language:en"]}]}',
  },
  {
    client: 'algoliasearch 5.64.0: searchSingleIndex',
    path: '/1/indexes/widgets/query?x-algolia-agent=Algolia%20for%20JavaScript%20(5.64.0)%3B%20Search%20(5.64.0)%3B%20Node.js%20(20.20.2)',
    contentType: 'text/plain',
    body: '{"query":"crank","hitsPerPage":2}',
  },
  {
    client: 'the page of results of Docusaurus 3.10.2, with algoliasearch-helper',
    path: '/-dsn.algolia.net/1/indexes/*/queries?x-algolia-agent=Algolia%20for%20JavaScript%20(5.43.0)%3B%20Lite%20(5.43.0)%3B%20Browser',
    contentType: 'text/plain',
    body: '{"requests":[{"indexName":"widgets","advancedSyntax":true,"facetFilters":[["docusaurus_tag:default","docusaurus_tag:docs-default-current"],["language:en"]],"facets":["docusaurus_tag","language"],"hitsPerPage":15,"page":0,"query":"crank"},{"indexName":"widgets","advancedSyntax":true,"analytics":false,"clickAnalytics":false,"facetFilters":[["language:en"]],"facets":"docusaurus_tag","hitsPerPage":0,"page":0,"query":"crank"},{"indexName":"widgets","advancedSyntax":true,"analytics":false,"clickAnalytics":false,"facetFilters":[["docusaurus_tag:default","docusaurus_tag:docs-default-current"]],"facets":"language","hitsPerPage":0,"page":0,"query":"crank"}]}',
  },
]
