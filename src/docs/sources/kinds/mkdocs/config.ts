import { joinAddress } from '../../../addresses.ts'
import { pathFrom } from '../../expand-lines.ts'
import { merged, readConfigFile } from '../../config/parse-config.ts'
import { parseYaml } from '../../config/parse-yaml.ts'
import type { SourceFolder } from '../../source.ts'
import { list, record, text } from '../../values.ts'

/** Values of `mkdocs.yml`, with those of the files that it inherits from. */
export type MkDocsConfig = Readonly<Record<string, unknown>>

/** Files that may inherit from one another. */
const INHERITANCE_LIMIT = 10
/** Functions of Python, whose names are kept as texts. */
const PYTHON_NAME = /!!python\/(?:name|module):([\w.]+)(?:[ \t]*(?:''|""))?/g
/** Values that Python makes, of which the arguments are kept. */
const PYTHON_OBJECT = /!!python\/object[\w/]*:[\w.]+/g

/** What Zensical enables where its own configuration names no extension. */
const ZENSICAL_EXTENSIONS = `abbr admonition attr_list def_list footnotes md_in_html toc pymdownx.caret pymdownx.details
  pymdownx.emoji pymdownx.highlight pymdownx.inlinehilite pymdownx.keys pymdownx.mark pymdownx.superfences pymdownx.tabbed
  pymdownx.tasklist pymdownx.tilde`.split(/\s+/)
/** Names of configurations of MkDocs and what came of it. The first one that is there counts, as for Zensical. */
export const CONFIG_FILES: readonly string[] =
  'zensical.toml properdocs.yml properdocs.yaml mkdocs.yml mkdocs.yaml'.split(' ')

export function configFile(folder: SourceFolder): string {
  const { base } = folder
  const names = folder.names(base)
  return joinAddress(base, CONFIG_FILES.find((name) => names.includes(name)) ?? '')
}

/** Reads the configuration of a site. Values from the environment are their defaults. */
export function readMkDocsConfig(folder: SourceFolder): MkDocsConfig {
  let config: MkDocsConfig = {}
  let file = configFile(folder)
  for (let depth = 0; depth < INHERITANCE_LIMIT; depth++) {
    const own = readFile(file, folder)
    config = merged(own, config)
    const parent = valueOf(own['INHERIT'])
    if (parent === null) break
    const path = pathFrom({ file }, parent)
    if (path === null || folder.readText(path) === null) {
      folder.fault(file, 'unread_config', `${parent} is no file that can be read here`)
      break
    }
    file = path
  }
  return config
}

/** Extensions of Markdown, or plugins, with their options. */
export function named(value: unknown): ReadonlyMap<string, Readonly<Record<string, unknown>>> {
  const entries = Array.isArray(value)
    ? list(value).flatMap((each): [string, unknown][] =>
        typeof each === 'string' ? [[each, {}]] : Object.entries(record(each)),
      )
    : Object.entries(record(value))
  return new Map(entries.map(([name, options]) => [name, record(options)]))
}

/** A text, or the default of `!ENV [NAME, default]`, or null. */
export function valueOf(value: unknown): string | null {
  return text(Array.isArray(value) ? (value as unknown[]).at(-1) : value)
}

function readFile(file: string, folder: SourceFolder): MkDocsConfig {
  if (file.endsWith('.toml')) return zensicalConfig(record(readConfigFile(file, folder)['project']))
  const source = folder.readText(file) ?? ''
  const plain = source.replace(PYTHON_NAME, '"python:$1"').replace(PYTHON_OBJECT, '')
  const parsed = parseYaml(plain)
  if (parsed.ok) return record(parsed.value)
  folder.fault(file, 'unread_config', parsed.message, parsed.line)
  return {}
}

/** The configuration of Zensical as `mkdocs.yml` has it, where the names of extensions are no tables within one another. */
function zensicalConfig(project: MkDocsConfig): MkDocsConfig {
  const extensions = Object.entries(record(project['markdown_extensions'])).flatMap(([name, options]) =>
    name === 'pymdownx' || name === 'zensical'
      ? Object.entries(record(options)).map(([own, value]) => [`${name}.${own}`, value])
      : [[name, options]],
  )
  const isDefault = project['markdown_extensions'] === undefined
  return { ...project, markdown_extensions: isDefault ? ZENSICAL_EXTENSIONS : Object.fromEntries(extensions) }
}
