import type { PageHead } from './page-head.ts'

export type LeftOutReason =
  | 'redirect'
  | 'noindex'
  | 'not_found_page'
  | 'tag_page'
  | 'print_page'
  | 'search_page'
  | 'index_page'
  | 'source_page'
  | 'frames'
  | 'no_content'
  | 'not_html'
  | 'other_language'

/** Folders that may lie before what a rule looks for: a language, and the name of a part of the site. */
const ROOT = String.raw`^(?:[a-z]{2,3}(?:[-_]\w{2,4})?\/)?(?:(?:docs?|blog|posts)\/)?`

const BY_PATH: readonly (readonly [LeftOutReason, RegExp])[] = [
  ['not_found_page', /(?:^|\/)(?:404|_not-found|page-not-found)(?:\/index)?\.x?html?$/i],
  ['search_page', new RegExp(String.raw`${ROOT}search(?:-?results)?(?:\/index)?\.html?$`, 'i')],
  ['print_page', new RegExp(String.raw`${ROOT}(?:print_page|_print|printable|print)(?:\/index)?\.html?$`, 'i')],
  ['print_page', /(?:^|\/)_print\//],
  ['tag_page', new RegExp(String.raw`${ROOT}(?:tags|categories|authors)(?:\/.*)?\.html?$`, 'i')],
  ['source_page', /(?:^|\/)_modules\/|(?:^|\/)_sources\//],
  ['index_page', /(?:^|\/)(?:genindex(?:-[^/]+)?|py-modindex|modindex|np-modindex)\.html?$/i],
]

/** Paths by which a generator alone tells what its pages are. */
const BY_GENERATOR: Readonly<Record<string, readonly (readonly [LeftOutReason, RegExp])[] | undefined>> = {
  mdbook: [['print_page', /(?:^|\/)print\.html$/]],
  rustdoc: [
    ['source_page', /(?:^|\/)src\/.*\.rs\.html$/],
    ['index_page', /(?:^|\/)(?:all|settings|help)\.html$/],
  ],
  javadoc: [
    ['source_page', /(?:^|\/)src-html\//],
    ['index_page', /(?:^|\/)class-use\/[^/]+\.html$|(?:^|\/)index-files\//],
    [
      'index_page',
      /(?:^|\/)(?:index-all|all(?:classes|packages)(?:-index|-frame|-noframe)?|(?:overview|package)-(?:frame|tree|use)|constant-values|serialized-form|help-doc|deprecated-list|system-properties|search)\.html$/,
    ],
  ],
  doxygen: [
    ['source_page', /_source\.html$/],
    ['search_page', /(?:^|\/)search\/[^/]+\.html$/],
    ['index_page', /-members\.html$|(?:^|\/)(?:dir_[0-9a-f]{32}|graph_legend)\.html$/],
    [
      'index_page',
      /(?:^|\/)(?:annotated|classes|functions[^/]*|globals[^/]*|namespacemembers[^/]*|files|hierarchy|inherits)\.html$/,
    ],
  ],
  haddock: [
    ['source_page', /(?:^|\/)src\/[^/]+\.html$/],
    ['index_page', /(?:^|\/)doc-index(?:-[^/]+)?\.html$/],
  ],
  typedoc: [['index_page', /(?:^|\/)hierarchy\.html$/]],
  jsdoc: [['source_page', /\.js\.html$/]],
  docbook: [['index_page', /(?:^|\/)(?:bookindex|ix\d+|api-index-[^/]+)\.html$/]],
}

const TAG_CLASSES =
  /^(?:docs-tags-list-page|docs-tag-doc-list-page|blog-tags-(?:post-)?list-page|blog-tags-page|blog-authors-(?:list|posts)-page|td-taxonomy|td-term|tax-tag)$/
const NOT_FOUND = /^(?:404\b|page not found|not found$|找不到|페이지를 찾을 수)/i
const NOT_FOUND_CHARS = 30

/** Why a page is left out, as far as its address and head tell. */
export function leftOutReason(file: string, head: PageHead, generator: string | null): LeftOutReason | null {
  if (head.refresh !== null && head.refresh.seconds <= 5) return 'redirect'
  if (/\bnoindex\b|\bnone\b/.test(head.robots)) return isNotFound(head) ? 'not_found_page' : 'noindex'
  const rules = [...((generator !== null && BY_GENERATOR[generator]) || []), ...BY_PATH]
  const byPath = rules.find(([, pattern]) => pattern.test(file))
  if (byPath !== undefined) return byPath[0]
  if (head.pageClasses.some((name) => TAG_CLASSES.test(name))) return 'tag_page'
  return isNotFound(head) ? 'not_found_page' : null
}

function isNotFound({ title }: PageHead): boolean {
  return NOT_FOUND.test(title) && (title.length < NOT_FOUND_CHARS || /page not found/i.test(title))
}
