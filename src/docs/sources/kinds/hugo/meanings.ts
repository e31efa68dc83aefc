import { fenced } from '../../expand-lines.ts'
import type { Shortcode } from './shortcodes.ts'

/** What takes the place of a shortcode in Markdown. Tags are components that the reader knows. */
export type Outcome =
  | { readonly kind: 'inline'; readonly text: string }
  /** Tags around what stands within; `before` and `after` are Markdown between them and that. */
  | {
      readonly kind: 'block'
      readonly open: string
      readonly close: string
      readonly before?: string
      readonly after?: string
      /** Markdown for what stands within; absent: it is Markdown itself. */
      readonly own?: string
    }
  /** HTML that stands in place of the shortcode and of what stands within. */
  | { readonly kind: 'html'; readonly text: string }
  /** What stands within is code; `info` is what its fence says. */
  | { readonly kind: 'code'; readonly info: string }
  /** A file stands here, as Markdown or as code of this language. */
  | { readonly kind: 'include'; readonly path: string; readonly code: string | null }
  /** The definition of a term, behind `before`: all of it, or what stands before `<!--more-->`. */
  | { readonly kind: 'term'; readonly path: string; readonly before: string; readonly isWhole: boolean }
  | { readonly kind: 'address'; readonly target: string; readonly language: string | null }
  /** A parameter, in which `{1}` and so on stand for these values. */
  | { readonly kind: 'param'; readonly name: string; readonly values: readonly string[] }
  | { readonly kind: 'inner' | 'nothing' }

export interface ShortcodeCall extends Shortcode {
  /** Shortcode around this one, or null. */
  readonly parent: Shortcode | null
  /** Number of this shortcode within the one around it, from 0. */
  readonly ordinal: number
  /** What stands within, as Markdown; null: the shortcode stands alone. */
  readonly inner: string | null
}

/** Gives the first argument that has a value, by its name or number, or null. */
type Get = (...keys: (string | number)[]) => string | null
type Meaning = (call: ShortcodeCall, get: Get) => Outcome

/** Words for a warning that themes have beside those that the reader knows; it takes all others for notes. */
const WARNINGS = new Set(['attention', 'alert'])

const NOTHING: Outcome = { kind: 'nothing' }
const INNER: Outcome = { kind: 'inner' }

const MEANINGS: ReadonlyMap<string, Meaning> = new Map<string, Meaning>([
  ...named('alert callout hint notice admonition pageinfo', (call, get) =>
    admonition(call, get('type', 'color', 'style', 'context', 0), get('title', 'header', 1)),
  ),
  ...named('note tip info important warning caution danger error success attention', (call, get) =>
    admonition(call, call.name, get('title', 'header', 0)),
  ),
  ...named('details expand collapse accordion spoiler', (_, get) =>
    block('details', { title: get('title', 'summary', 'label', 0) ?? '…' }),
  ),
  ...named('tabs tabpane codetabs tabset', () => block('Tabs', {})),
  ...named('tab codetab tab-content', tab),
  ...named('cards cardpane card-grid hextra/feature-grid', () => block('Cards', {})),
  ...named('card cardlink hextra/feature-card blocks/feature', card),
  ...named('steps', () => block('Steps', {})),
  ...named('step', (_, get) => block('Step', { title: get('title', 'label', 0) ?? '' })),
  ...named('filetree/container', () => block('ul', {})),
  ...named('filetree/folder', (_, get) => ({
    kind: 'block',
    open: `<li>\n\n${get('name', 0) ?? ''}\n\n<ul>`,
    close: '</ul>\n</li>',
  })),
  ...named('filetree/file', (_, get) => ({ kind: 'block', open: `<li>\n\n${get('name', 0) ?? ''}\n`, close: '</li>' })),
  ...named('badge', ({ inner }, get) =>
    inlineOf(
      tag(
        'Badge',
        { label: inner ?? get('content', 'text', 'label', 0) ?? '', type: get('type', 'style') ?? '' },
        true,
      ),
    ),
  ),
  ...named('icon fa', () => NOTHING),
  ...named('button hextra/hero-button hextra/hero-badge', ({ inner }, get) =>
    link(inner ?? get('text', 'label', 'title', 1) ?? get('href', 'link', 0), get('href', 'link', 'url', 'relref', 0)),
  ),
  ...named('blocks/cover', (_, get) => ({
    kind: 'block',
    open: '',
    close: '',
    before: [bold(get('title')), get('subtitle')].filter(Boolean).join('\n\n'),
  })),
  ...named(
    'blocks/section blocks/lead docs/ignore responsive-table hextra/hero-headline hextra/hero-subtitle hextra/hero-container',
    () => INNER,
  ),
  ...named('blocks/link-down toc comment', () => NOTHING),
  ...named('columns', ({ inner }) => ({ kind: 'inline', text: (inner ?? '').replace(/^[ \t]*<--->[ \t]*$/gm, '') })),
  ...named('figure', figure),
  ...named('img image imgproc', figure),
  ...named('highlight code', (_, get) => ({ kind: 'code', info: get('lang', 'language', 0) ?? '' })),
  ...named('mermaid', () => ({ kind: 'code', info: 'mermaid' })),
  ...named('gist', (_, get) => link(null, `https://gist.github.com/${get('user', 0) ?? ''}/${get('id', 1) ?? ''}`)),
  ...named('youtube', (_, get) => link(get('title'), `https://www.youtube.com/watch?v=${get('id', 0) ?? ''}`)),
  ...named('vimeo', (_, get) => link(get('title'), `https://vimeo.com/${get('id', 0) ?? ''}`)),
  ...named('iframe', (_, get) => link(get('title'), get('src', 0))),
  ...named('ref relref', (_, get) => ({ kind: 'address', target: get('path', 0) ?? '', language: get('lang') })),
  ...named('param', (_, get) => ({ kind: 'param', name: get('name', 0) ?? '', values: [] })),
  ...named('_param', ({ positional }, get) => ({ kind: 'param', name: get('name', 0) ?? '', values: positional })),
  ...named('readfile', (_, get) => included(get('file', 0), get('code') === 'true' ? (get('lang') ?? '') : null)),
  ...named('include includemd boilerplate', (_, get) => included(get('file', 'path', 0), null)),
  ...named('code_sample codenew', (_, get) => included(get('file', 0), get('language') ?? '')),
  ...named('glossary_definition', (_, get) => ({
    kind: 'term',
    path: termFile(get('term_id', 0) ?? ''),
    before: get('prepend') ?? '',
    isWhole: get('length') === 'all' || get('length') === 'long',
  })),
  ...named('glossary_tooltip', (_, get) => inlineOf(get('text', 'term_id', 0) ?? '')),
])

/** Path of a term in the content, where the documentation of Kubernetes and sites after its pattern have it. */
export function termFile(term: string): string {
  return `/docs/reference/glossary/${term}.md`
}

/** What a shortcode means that Hugo or a theme that many use has; null: the name is not known. */
export function meaningOf(call: ShortcodeCall): Outcome | null {
  return MEANINGS.get(keyOf(call))?.(call, argumentsOf(call)) ?? null
}

/** What is kept of a shortcode of which nothing is known: its title, where it leads, and what stands within. */
export function keptOf(call: ShortcodeCall): Outcome {
  const { inner } = call
  const get = argumentsOf(call)
  const title = get('title', 'header', 'heading', 'label', 'caption', inner === null ? 'text' : 'name')
  if (title === null) return INNER
  const target = get('href', 'url', 'link')
  if (inner === null) return link(title, target)
  if (inner.trim().includes('\n')) return { kind: 'block', open: '', close: '', before: `**${title}**` }
  return inlineOf(`**${title}** ${inner.trim()}`)
}

function argumentsOf({ named, positional }: Shortcode): Get {
  return (...keys) => {
    for (const key of keys) {
      const value = typeof key === 'number' ? positional[key] : named.get(key)
      if (value !== undefined && value.trim() !== '') return value.trim()
    }
    return null
  }
}

/** What a shortcode of the site means of which only that is known, that it shows code. */
export function codeOf({ named, positional }: Shortcode): Outcome {
  const [first = ''] = positional
  const language = named.get('lang') ?? named.get('language') ?? (/^[\w+#-]{1,30}$/.test(first) ? first : '')
  const title = named.get('title') ?? named.get('file') ?? named.get('filename') ?? ''
  return {
    kind: 'code',
    info: title === '' ? language : `${language || 'text'} title="${title.replace(/["\n`]/g, ' ')}"`,
  }
}

/** The name of a shortcode without the ending of its template, in lower case. */
function keyOf({ name }: Pick<Shortcode, 'name'>): string {
  return name.replace(/\.(?:html|md)$/, '').toLowerCase()
}

/** Docsy's panes of tabs hold code, unless they say that they hold text. */
function isCodePane(parent: Shortcode | null): boolean {
  return parent !== null && keyOf(parent) === 'tabpane' && parent.marks === '<' && parent.named.get('text') !== 'true'
}

function admonition({ inner }: ShortcodeCall, word: string | null, title: string | null): Outcome {
  // A colour may stand before classes of the theme's style: `warning td-wide`.
  const [tone = 'note'] = (word ?? 'note').toLowerCase().split(/\s+/)
  const type = WARNINGS.has(tone) ? 'warning' : tone
  // A note without an end has its text for an argument.
  if (inner === null && title !== null) return { ...block('Callout', { type }), before: title }
  return block('Callout', { type, ...(title === null ? {} : { title }) })
}

function tab(call: ShortcodeCall, get: Get): Outcome {
  const names = call.parent?.named.get('items')?.split(',') ?? call.parent?.positional
  const items = names?.[call.ordinal]?.trim()
  const title = get('header', 'title', 'name', 'label', 'tabname', 0) ?? items ?? `Tab ${call.ordinal + 1}`
  const tags = block('Tab', { title })
  const isCode =
    (isCodePane(call.parent) || call.named.has('codelang')) &&
    get('text') !== 'true' &&
    !/^[ \t]*(?:```|~~~)/m.test(call.inner ?? '')
  if (!isCode) return tags
  const language =
    get('lang', 'codelang') ??
    call.parent?.named.get('lang') ??
    (call.parent?.named.get('langequalsheader') === 'true' ? title : '')
  const code = withoutBlankEnds(call.inner ?? '')
  return { ...tags, own: fenced(code, language) }
}

/** Text without the blank lines at both ends. */
function withoutBlankEnds(text: string): string {
  const end = text.indexOf('\n', text.trimEnd().length)
  return (end < 0 ? text : text.slice(0, end)).replace(/^\s*\n/, '')
}

function card(_: ShortcodeCall, get: Get): Outcome {
  const header = get('header')
  const title = get('title') ?? header ?? ''
  const image = get('image')
  const shown = image === null ? null : `![${title.replace(/[[\]]/g, '\\$&')}](<${image}>)`
  const before = [shown, title === header ? null : header, get('subtitle')].filter(Boolean).join('\n\n')
  return { ...block('Card', { title, href: get('link', 'href', 'url') ?? '' }), before, after: get('footer') ?? '' }
}

function figure({ inner, name }: ShortcodeCall, get: Get): Outcome {
  const source = get('src', 'link', 0) ?? ''
  const alt = get('alt', 'caption', 'title') ?? (name === 'imgproc' ? '' : (get(1) ?? ''))
  const texts = [get('title'), get('caption'), get('attr')].filter(Boolean).join('\n\n')
  const image = `![${alt.replace(/[[\]]/g, '\\$&')}](<${source}>)`
  return {
    kind: 'block',
    open: '',
    close: '',
    before: image,
    after: [inner === null ? texts : '', get('byline')].filter(Boolean).join('\n\n'),
  }
}

function bold(text: string | null): string | null {
  return text === null ? null : `**${text}**`
}

function included(path: string | null, code: string | null): Outcome {
  return path === null ? NOTHING : { kind: 'include', path, code }
}

function inlineOf(text: string): Outcome {
  return { kind: 'inline', text }
}

/** A link in Markdown, with its address where it has no text. */
function link(text: string | null, target: string | null): Outcome {
  if (target === null) return { kind: 'inline', text: text ?? '' }
  return { kind: 'inline', text: `[${(text ?? target).replace(/\s+/g, ' ').trim()}](<${target}>)` }
}

function block(name: string, attributes: Readonly<Record<string, string>>): Extract<Outcome, { kind: 'block' }> {
  return { kind: 'block', open: tag(name, attributes), close: `</${name}>` }
}

function tag(name: string, attributes: Readonly<Record<string, string>>, isVoid = false): string {
  const written = Object.entries(attributes).map(([key, value]) => {
    const plain = value
      .replace(/(\*\*|`)(.{1,200}?)\1/g, '$2')
      .replace(/\s+/g, ' ')
      .replaceAll('"', '&quot;')
    return ` ${key}="${plain}"`
  })
  return `<${name}${written.join('')}${isVoid ? ' /' : ''}>`
}

function named(names: string, meaning: Meaning): [string, Meaning][] {
  return names.split(' ').map((name) => [name, meaning])
}
