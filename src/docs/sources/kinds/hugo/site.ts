import { splitFrontMatter, type Fields } from '../../../front-matter.ts'
import { folderOf, joinAddress, lastSegment, withoutExtension } from '../../../addresses.ts'
import { pathFrom } from '../../expand-lines.ts'
import { matcher } from '../../globs.ts'
import { merged, withLowerNames } from '../../config/parse-config.ts'
import type { ExpandedPage, Place, SourceFolder } from '../../source.ts'
import { isScalar, isTrue, list, record, text } from '../../values.ts'
import { basePathOf, type HugoConfig } from './config.ts'
import { contentPath, type ContentFile, type ContentRoot, type HugoLanguages } from './content.ts'
import { includedFile } from './included-file.ts'
import type { ShortcodeSite } from './render.ts'
import type { TemplateWork } from './template-functions.ts'
import { parseTemplate, writesCode, type Template } from './parse-template.ts'
import { evaluateTemplate } from './template.ts'
import { memberAt, templateScopes, themedFolders, type PageFields } from './template-scope.ts'

interface KeptTemplate {
  readonly nodes: Template
  /** Whether what stands within is code. */
  readonly writesCode: boolean
}

interface HugoSite {
  readonly config: HugoConfig
  readonly folder: SourceFolder
  readonly roots: readonly ContentRoot[]
  readonly languages: HugoLanguages
  readonly contentOf: (file: string) => ContentFile | null
  /** What the folders around a section say of the pages below them. */
  readonly cascaded: (page: ContentFile) => Fields
}

/** What shortcodes ask of the site: addresses of its pages, parameters and files. */
export interface KnownSite extends ShortcodeSite {
  /** Adds a page that `ref` may name; `file` is its path below the content directory. */
  add(file: string, content: ContentFile, place: Place): void
  /** Address of an image from the root of the site, where it does not lie beside the page's file. */
  image(source: string, page: ExpandedPage): string
}

/** Folders whose files have addresses of their own. */
const PUBLIC = ['static', 'assets']
/** Names beside a page among which its resources are looked for. */
const RESOURCE_LIMIT = 1000
/** Entries of `resources` of a page that are looked at. */
const ENTRY_LIMIT = 100
/** Folders of the shortcodes of a site. */
const TEMPLATES = ['layouts/_shortcodes', 'layouts/shortcodes']
/** Shortcodes whose template is kept. */
const KEPT_LIMIT = 100
/** Segments of the name of a parameter: `author.name`. */
const PARAM_DEPTH = 10

export function shortcodeSite({ cascaded, config, contentOf, folder, languages, roots }: HugoSite): KnownSite {
  const addresses = new Map<string, string>()
  const byName = new Map<string, string>()
  const resources = new Map<string, readonly string[]>()
  const addressOfFile = new Map<string, string>()
  const basePath = basePathOf(config)

  function languageOf({ file }: ExpandedPage): string {
    return contentOf(file)?.language ?? languages.defaultName
  }

  const scopeOf = templateScopes({ config, folder, fieldsOf, paramsOf, defaultLanguage: languages.defaultName })
  const templateOf = templateFinder(folder, themedFolders(config, folder.base))

  const knownFields = new WeakMap<ExpandedPage, PageFields>()
  const knownParams = new Map<string, Readonly<Record<string, unknown>>>()

  /** The fields of a page and of the folders around it, with names in lower case as those of the configuration. */
  function fieldsOf(page: ExpandedPage): PageFields {
    let fields = knownFields.get(page)
    if (fields !== undefined) return fields
    const content = contentOf(page.file)
    const own = record(withLowerNames(Object.fromEntries(page.fields)))
    const around = content === null ? {} : Object.fromEntries(cascaded(content))
    const params = { ...record(around['params']), ...around, ...record(own['params']), ...own }
    fields = { all: { ...around, ...own }, params }
    knownFields.set(page, fields)
    return fields
  }

  /** Parameters of the site in a language, whose own come before those of all languages. */
  function paramsOf(language: string): Readonly<Record<string, unknown>> {
    let params = knownParams.get(language)
    if (params !== undefined) return params
    params = merged(record(config['params']), record(record(record(config['languages'])[language])['params']))
    knownParams.set(language, params)
    return params
  }

  return {
    add(file, content, { address }) {
      addressOfFile.set(file, address)
      const own = contentPath(content)
      const target = `/${joinAddress(basePath, address)}`
      addresses.set(`${content.language}/${own}`, target)
      const name = `${content.language}/${lastSegment(own)}`
      if (!byName.has(name)) byName.set(name, target)
    },
    address(target, page, language) {
      const hash = target.indexOf('#')
      const fragment = hash < 0 ? '' : target.slice(hash)
      const written = withoutExtension(hash < 0 ? target : target.slice(0, hash))
        .replace(/(^|\/)_?index$/, '$1')
        .toLowerCase()
      if (written === '' && target.startsWith('#')) return fragment
      const content = contentOf(page.file)
      const section = (content?.section ?? '').toLowerCase()
      const paths = written.startsWith('/')
        ? [joinAddress(written)]
        : [joinAddress(section, written), joinAddress(written)]
      for (const name of [language?.toLowerCase() ?? languageOf(page), languages.defaultName]) {
        for (const path of paths) {
          const found = addresses.get(`${name}/${path}`)
          if (found !== undefined) return found + fragment
        }
        const found = written.includes('/') ? undefined : byName.get(`${name}/${written}`)
        if (found !== undefined) return found + fragment
      }
      return null
    },
    image(source, { file }) {
      if (source.startsWith('/') || /^[a-z][a-z\d+.-]*:/i.test(source)) return source
      const path = source.replace(/[?#].*$/s, '')
      if (folder.files.has(pathFrom({ file }, path) ?? '')) return source
      // A browser counts from the address of the page, and many themes from the root of the site.
      for (const start of [addressOfFile.get(file) ?? '', '']) {
        const address = joinAddress(start, path)
        if (PUBLIC.some((each) => folder.files.has(joinAddress(folder.base, each, address)))) return `/${address}`
      }
      return source
    },
    resource(part, page) {
      const own = folderOf(page.file)
      let names = resources.get(own)
      if (names === undefined) resources.set(own, (names = folder.names(own).slice(0, RESOURCE_LIMIT)))
      const name = names.find((each) => each.includes(part)) ?? part
      return { name, texts: textsOfResource(name, fieldsOf(page).all) }
    },
    param(name, page) {
      const path = name.toLowerCase().split('.').slice(0, PARAM_DEPTH)
      for (const values of [fieldsOf(page).params, paramsOf(languageOf(page))]) {
        const value = memberAt(values, path)
        if (isScalar(value)) return String(value)
      }
      return null
    },
    file: (path, from, { file }) => includedFile(path, from, file, { folder, roots, languages, contentOf }),
    title: (path) => text(splitFrontMatter(folder.readText(path) ?? '').frontMatter.fields.get('title')),
    body: (path) => splitFrontMatter(folder.readText(path) ?? '').body,
    template(call, page, work, own) {
      const nodes = own === undefined ? templateOf(call.name, work)?.nodes : parseTemplate(own, work)
      return nodes == null ? null : evaluateTemplate(nodes, call, scopeOf(page, languageOf(page)), work)
    },
    hasInline: isTrue(record(config['security'])['enableinlineshortcodes']),
    writesCode: (name, work) => templateOf(name, work)?.writesCode ?? false,
  }
}

/** Finds the template of a shortcode in the folders of a site and its themes. Null if it has none that can be read. */
function templateFinder(
  folder: SourceFolder,
  themed: readonly string[],
): (name: string, work: TemplateWork) => KeptTemplate | null {
  const templates = new Map<string, KeptTemplate | null>()
  const folders = themed.flatMap((each) => TEMPLATES.map((path) => joinAddress(each, path)))
  return (name, work) => {
    if (work.leftChars < 0) return null
    const known = templates.get(name)
    if (known !== undefined) return known
    const files = folders.flatMap((each) => ['html', 'md'].map((ending) => joinAddress(each, `${name}.${ending}`)))
    const file = files.find((each) => folder.files.has(each))
    const source = file === undefined ? null : folder.readText(file)
    work.leftChars -= source?.length ?? 0
    const nodes = source === null ? null : parseTemplate(source, work)
    if (work.leftChars < 0) return null
    if (templates.size >= KEPT_LIMIT) templates.clear()
    const template = nodes === null ? null : { nodes, writesCode: writesCode(nodes) }
    templates.set(name, template)
    return template
  }
}

/** What the first entry of `resources` in front matter that matches a file says of it: its description and its byline. */
function textsOfResource(name: string, fields: Readonly<Record<string, unknown>>): ReadonlyMap<string, string> {
  const entries = list(fields['resources']).slice(0, ENTRY_LIMIT).map(record)
  const texts = new Map<string, string>()
  for (const entry of entries) {
    const source = text(entry['src'])
    if (source === null || !matcher([source])(name)) continue
    const said = { alt: text(entry['title']), byline: text(record(entry['params'])['byline']) }
    for (const [key, value] of Object.entries(said)) if (value !== null && !texts.has(key)) texts.set(key, value)
  }
  return texts
}
