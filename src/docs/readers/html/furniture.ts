import { detach } from './detach.ts'
import { HtmlElement, lineOf, walk } from './tree.ts'
import { words } from '../../../shared/words.ts'

/** Elements that are no content wherever they stand, with what they are. */
const BY_NAME: Readonly<Record<string, string | undefined>> = {
  script: 'script', style: 'style', template: 'script', noscript: 'noscript', link: 'script', meta: 'script',
  title: 'script', svg: 'svg', canvas: 'embedded', frame: 'embedded', applet: 'embedded', nav: 'navigation', button: 'control',
  input: 'control', select: 'control', textarea: 'control', datalist: 'control', progress: 'control', meter: 'control',
  map: 'embedded', search: 'search', dialog: 'control', rp: 'script',
} // prettier-ignore

const BY_ROLE: Readonly<Record<string, string | undefined>> = {
  navigation: 'navigation', search: 'search', banner: 'banner', contentinfo: 'footer', button: 'control',
  dialog: 'control', alertdialog: 'control', menu: 'navigation', menubar: 'navigation', toolbar: 'control',
  combobox: 'control', searchbox: 'search', 'doc-backlink': 'backlink', 'doc-toc': 'contents',
} // prettier-ignore

/** Classes and ids of what is left out, in lower case, with what they are. */
const BY_NAME_OF_CLASS = new Map<string, string>()

function list(kind: string, names: string): void {
  for (const name of names.trim().split(/\s+/)) BY_NAME_OF_CLASS.set(name, kind)
}

list(
  'permalink',
  `headerlink header-anchor hash-link sl-anchor-link anchorjs-link heading-anchor heading-permalink
  permalink td-heading-self-link headline-hash hanchor direct-link direct-anchor copy-anchor doc-anchor heading-link header-link
  headinglink section-link anchor-link anchorlink deep-link heading__anchor subheading-anchor self-link selflink method-permalink md-anchor
  octicon-link srclink viewcode-link rightside__source anchor-heading title-anchor aal_anchor`,
)
list(
  'line numbers',
  `linenos lineno linenumber line-numbers line-number linenumbers lnt ln linenodiv gutter
  line-numbers-rows line-numbers-wrapper codelinenumber src-line-numbers`,
)
list(
  'copy button',
  `copy copybtn copy-btn copy-button copybutton btn-copy btn-clipboard copy-code-button md-clipboard clipboard
  clip-button copy-code copytoclipboard copy-to-clipboard-button copy-path codeblock-copy test-arrow buttons buttongroup
  out-of-band-copy method-click-advice`,
)
list(
  'navigation',
  `nav navbar navbar-nav sidebar-nav sidenav side-nav sphinxsidebar sphinxsidebarwrapper md-sidebar
  wy-nav-side wy-nav-top vpsidebar vpnav vplocalnav vpdocasideoutline navheader navfooter nav-header nav-footer
  nav-wrapper nav-wide-wrapper nav-chapters nav-panel navigation topnav top-nav sub-nav subnav subnavlist leftnav
  pagination pagination-nav pagination-links page-nav page-navigation prev-next prev-next-area prev-next-bottom
  prev-next-footer prevnext prev_next pager docs-pager book-nav book-menu menu-ref mainmenu submenu menu docs-menu rst-footer-buttons vpdocfooter vpbackdrop
  related related-pages rellinks relbar relbar-top relbar-bottom navigation-footer td-sidebar td-sidebar-nav
  td-sidebar-toc td-page-meta table-of-contents-tree skip-link skipnav skip-nav skip-to-content skip-to-main md-skip
  vpskiplink skip skiplink skipcontent sidebar-menu sidebar-container nav-container toolbar mobile-nav mobilemenu mobile-menu
  rightside out-of-band toplang bottomlang docnav rustdoc-topbar mobile-topbar src-sidebar-toggle sidebar-toggle bottom-nav upper-nav lower-nav langselect lang langs
  language-switcher lang-switcher version-switcher version_switcher version_switcher_placeholder doc-versions
  languages-menu docs-navbar theme-picker theme-toggle themetoggle nav-tabs-wrapper pagenav chapter-nav chapter-prev-next
  sidebar_toggle picker-header global-nav section-nav site-nav site-navigation nextprev next-prev prev-next-links`,
)
list(
  'contents',
  `toc table-of-contents tableofcontents contents-list local-toc page-toc toc-wrapper toc-container toctree-wrapper__local
  tocbox toc-drawer toc-tree md-nav md-sidebar--secondary tocollapsible tocmobile theme-doc-toc-desktop
  theme-doc-toc-mobile toccollapsible on-this-page onthispage in-page-nav page-outline outline nextra-toc bd-toc
  bd-sidebar-secondary td-toc book-toc short-contents list-of-figures list-of-tables list-of-examples shortcontents element-toc quickview tsd-index-panel
  fancy_toc sidebar-toc right-toc minitoc mini-toc mobile-starlight-toc starlight-toc doc-toc fixed-nav sidetoc`,
)
list(
  'breadcrumbs',
  `breadcrumb breadcrumbs theme-doc-breadcrumbs wy-breadcrumbs bd-breadcrumbs breadcrumbs-container breadcrumbscontainer
  nextra-breadcrumb td-breadcrumbs md-path header-article-items crumbs path_links`,
)
list(
  'banner',
  `announcementbar announcement-bar md-banner bd-header-announcement announcement theme-announcement-bar cookie-banner
  cookiebar cookie-bar cookie-consent cookies-banner gdpr consent-banner theme-doc-version-banner theme-doc-version-badge
  deprecation-warning-banner version-warning site-banner carbonads carbonad carbon-ads ads advertisement
  sponsor-banner ethical-ads ethical-sidebar sponsors`,
)
list(
  'footer',
  `site-footer page-footer md-footer theme-doc-footer td-footer footer-bottom footer-wrapper book-footer
  vpfooter bd-footer prev-next-footer legal-copy theme-layout-footer footer-article footer-items`,
)
list(
  'search',
  `search searchbox search-box searchform search-form docsearch docsearch-button md-search vpnavbarsearch site-search td-search searchmenu
  search-container search-modal book-search searchbar search-wrapper`,
)
list(
  'edit link',
  `edit-link edit-this-page theme-edit-this-page edit-page-link page-edit-link td-page-meta__edit gitrepo-link
  edit-on-github edit-page btn-edit github-link edit-button md-content__button source-link icon-edit theme-edit-page
  view-source show-source this-page-source viewcode-back tsd-sources`,
)
list(
  'feedback',
  `feedback page-feedback feedback-widget feedback--answer helpful was-this-helpful td-page-meta__feedback
  md-feedback doc-feedback rating page-rating d-feedback`,
)
list(
  'updated',
  `last-updated lastupdated theme-last-updated vplastupdated last-update last-modified
  git-revision-date-localized-plugin md-source-file md-source-date td-page-meta__lastmod page-last-updated lastmod`,
)
list('tags', `theme-doc-tags tags-row-container taxonomy md-tags article-tags post-tags td-tags`)
list(
  'screen reader',
  `sr-only visually-hidden visuallyhidden visually-hidden-focusable screen-reader-text screenreader-only
  screen-reader-only vpvisuallyhidden element-invisible sr-text show-for-sr a11y-hidden`,
)
list('backlink', `footnote-backref footnote-back footnote-backlink data-footnote-backref fn-backref reversefootnote`)
list('hidden', `nosearch no-search docsearch-ignore d-none is-hidden noprint-hidden js-hidden hideme`)
list('source code', `method-source-code`)
list('comments', `comments giscus utterances disqus_thread comment-thread`)

/** Ids that are furniture; others, such as `search`, are common ids of headings. */
const IDS = new Map([
  ['navbar', 'navigation'], ['navigation', 'navigation'], ['sidebar', 'navigation'], ['nav-tree', 'navigation'],
  ['gtoc', 'contents'], ['contents-list', 'contents'], ['syn', 'contents'], ['module-header', 'metadata'], ['toc', 'contents'], ['mysidebar', 'navigation'], ['quickview', 'navigation'],
  ['toctitle', 'contents'], ['docsearch', 'search'], ['searchbox', 'search'], ['disqus_thread', 'comments'],
  ['header', 'banner'], ['page-header', 'banner'], ['footer', 'footer'], ['page-footer', 'footer'],
  ['left-nav', 'navigation'], ['skip-link', 'navigation'],
  ['copyright', 'footer'], ['langbox', 'navigation'], ['__docusaurus_skiptocontent_fallback', 'navigation'],
  ['mode-toggle', 'control'], ['theme-list', 'control'], ['menu-bar', 'navigation'], ['top-pagination', 'navigation'],
  ['navrow1', 'navigation'], ['navrow2', 'navigation'], ['navrow3', 'navigation'], ['side-menu-trigger', 'control'],
  ['preamble', ''], ['footnotes', ''], ['column-one', ''],
]) // prettier-ignore

/** The hash that CSS modules add to a class, as in `tocCollapsible_ETCw`. */
const MODULE_HASH = /_[\w-]{4,8}$/
/** Words of a class that tell what the element is, whatever else the class says. */
const PARTS: readonly (readonly [RegExp, string])[] = [
  [/^(?:cookie|gdpr|consent)[-_]/, 'banner'],
  [/(?:^|[-_])(?:breadcrumbs?)(?:$|[-_])/, 'breadcrumbs'],
  [/(?:^|[-_])(?:feedback)(?:$|[-_])/, 'feedback'],
  [/^(?:copy|clipboard)[-_]?(?:btn|button|code)/, 'copy button'],
  [/^edit(?:this)?page/, 'edit link'],
  [/^sidebar[-_](?:nav|menu|container|wrapper|toggle)/, 'navigation'],
]

const classKinds = new Map<string, string | null>()
/** Distinct classes of a site are few; a hostile one may not fill the memory. */
const CLASS_KINDS_LIMIT = 50_000

function kindOfClass(name: string): string | null {
  const known = classKinds.get(name)
  if (known !== undefined) return known
  const lower = name.toLowerCase()
  const plain = lower.replace(MODULE_HASH, '')
  const kind =
    BY_NAME_OF_CLASS.get(lower) ??
    BY_NAME_OF_CLASS.get(plain) ??
    PARTS.find(([pattern]) => pattern.test(lower))?.[1] ??
    null
  if (classKinds.size < CLASS_KINDS_LIMIT) classKinds.set(detach(name), kind)
  return kind
}

/** Classes that mean something else in blocks of code, where each token has one. */
const CODE_CLASSES = new Set(words('nav menu search ln copy related skip lang rating outline toc'))

/**
 * Why an element is no content, as a word that is counted in reports; null: it is content. Elements of the layout of a
 * page (`header`, `footer`, `aside`) may hold content where they stand in it.
 */
export function furnitureKind(element: HtmlElement, inCode: boolean): string | null {
  const { name, attributes } = element
  if (Object.hasOwn(BY_NAME, name) && !(inCode && (name === 'nav' || name === 'map'))) {
    return name === 'input' || name !== 'nav' || !isContentNav(element) ? (BY_NAME[name] as string) : null
  }
  // Nextra keeps code out of its own search. It is content all the same.
  const isIgnored = attributes['data-pagefind-ignore'] !== undefined && !element.classes.includes('nextra-code')
  if (isIgnored) return 'ignored by pagefind'
  if (attributes['hidden'] !== undefined && attributes['hidden'] !== 'until-found') return 'hidden'
  if (attributes['aria-hidden'] === 'true' && !isMath(element)) return 'hidden'
  const { role, style } = attributes
  if (role !== undefined && Object.hasOwn(BY_ROLE, role)) return BY_ROLE[role] as string
  if (style !== undefined && /display\s*:\s*none/i.test(style)) return 'hidden'
  // Headings without a size are there for links alone, as those of the tabs of Nextra.
  if (style !== undefined && /visibility\s*:\s*hidden/i.test(style) && /\bheight\s*:\s*0\b/i.test(style))
    return 'hidden'
  for (const className of element.classes) {
    const kind = kindOfClass(className)
    if (kind === null || (inCode && CODE_CLASSES.has(className.toLowerCase()))) continue
    if (name === 'body' || name === 'main') continue
    if (HEADING.test(name) && kind !== 'screen reader') continue
    if (kind === 'contents' && name === 'li') continue
    return kind
  }
  if (element.hasClass('contents') && element.hasClass('topic', 'local')) return 'contents'
  const id = element.id
  // Docutils gives a section the id of its heading.
  if (id !== null && !HEADING.test(name) && name !== 'section' && !element.hasClass('section')) {
    const kind = IDS.get(id)
    if (kind && !(name === 'a' || name === 'span')) return kind
  }
  if (name === 'footer') return isQuoteSource(element) || element.hasClass('footnotes') ? null : 'footer'
  if (name === 'aside') return asideKind(element)
  return null
}

const HEADING = /^h[1-6]$/

function isMath(element: HtmlElement): boolean {
  return element.hasClass('katex-html')
    ? false
    : element.name === 'math' || element.hasClass('mwe-math-fallback-image-inline')
}

/** A list of links that is all that a page has to say, as on the home pages of sites. */
function isContentNav(element: HtmlElement): boolean {
  return element.hasClass('content-nav')
}

function isQuoteSource(element: HtmlElement): boolean {
  return element.parent?.name === 'blockquote' || element.parent?.name === 'figure'
}

function asideKind(element: HtmlElement): string | null {
  const label = `${element.attributes['class'] ?? ''} ${element.id ?? ''} ${element.attributes['aria-label'] ?? ''}`
  if (/starlight-aside|footnote|admonition|callout|citation|note|topic/i.test(label)) {
    return element.hasClass('contents') ? 'contents' : null
  }
  if (/toc|outline|sidebar|nav|menu|contents|promo|ad\b|related/i.test(label) && !isSphinxSidebar(element))
    return 'aside'
  return linkShare(element) > 0.7 ? 'aside' : null
}

/** Docutils calls a box beside the text a sidebar. */
function isSphinxSidebar(element: HtmlElement): boolean {
  return (
    element.classes.length === 1 &&
    element.classes[0] === 'sidebar' &&
    element.elements[0]?.hasClass('sidebar-title') === true
  )
}

/** The share of an element's text that stands in links. */
function linkShare(element: HtmlElement): number {
  const all = lineOf(element).length
  if (all === 0) return 0
  let inLinks = 0
  walk(element, (inner) => {
    if (inner.name !== 'a') return true
    inLinks += lineOf(inner).length
    return false
  })
  return inLinks / all
}
