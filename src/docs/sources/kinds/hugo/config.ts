import { joinAddress } from '../../../addresses.ts'
import { merged, readConfigFile, withLowerNames } from '../../config/parse-config.ts'
import type { SourceFolder } from '../../source.ts'
import { list, record, text, texts } from '../../values.ts'

/** Values of the configuration of a site, with names in lower case. */
export type HugoConfig = Readonly<Record<string, unknown>>

const EXTENSIONS = ['toml', 'yaml', 'yml', 'json']
/** Names of the main file, in the order in which Hugo looks for it. */
const MAIN = ['hugo', 'config'].flatMap((name) => EXTENSIONS.map((extension) => `${name}.${extension}`))
/** Folders of `config`; a later one wins. Sites are built for production. */
const ENVIRONMENTS = ['_default', 'production']
/** Files of configuration that are read. */
const FILE_LIMIT = 200

/** Whether names of a folder say that Hugo has its configuration there. */
export function isHugo(names: readonly string[]): boolean {
  const has = (name: string): boolean => names.includes(name)
  if (MAIN.some((name) => name.startsWith('hugo.') && has(name))) return true
  // Zola has a `config.toml` and `content` too, and templates in place of layouts.
  if (!has('content') || (has('templates') && !has('layouts'))) return false
  if (MAIN.some(has)) return true
  return has('config') && ['layouts', 'archetypes', 'themes', 'assets', 'i18n', 'go.mod'].some(has)
}

/** Reads the main file of a site, and the files of `config` over it. */
export function readHugoConfig(folder: SourceFolder): HugoConfig {
  const { base } = folder
  const names = folder.names(base)
  const main = MAIN.find((name) => names.includes(name))
  let config: HugoConfig = main === undefined ? {} : read(joinAddress(base, main), folder)
  let files = 0
  for (const environment of ENVIRONMENTS) {
    const path = joinAddress(base, 'config', environment)
    for (const name of [...folder.names(path)].sort()) {
      const [, stem, language] = /^([\w-]+)(?:\.([\w-]+))?\.(?:toml|ya?ml|json)$/.exec(name) ?? []
      if (stem === undefined || ++files > FILE_LIMIT) continue
      const values = read(joinAddress(path, name), folder)
      config = merged(config, placed(stem.toLowerCase(), language?.toLowerCase(), values))
    }
  }
  return config
}

/** Values of `params.zh.toml` are those of `languages.zh.params`, and `config.toml` has those of the site. */
function placed(stem: string, language: string | undefined, values: HugoConfig): HugoConfig {
  const own = stem === 'hugo' || stem === 'config' ? values : { [stem]: values }
  if (language === undefined) return own
  return { languages: { [language]: stem === 'languages' ? values : own } }
}

function read(file: string, folder: SourceFolder): HugoConfig {
  return record(withLowerNames(readConfigFile(file, folder)))
}

/** Whether the theme of a site is Docsy, as its name or that of a module says. */
export function isDocsy(config: HugoConfig): boolean {
  const modules = list(record(config['module'])['imports']).map((each) => text(record(each)['path']) ?? '')
  return [...texts(config['theme']), ...modules].some((name) => /(?:^|\/)docsy(?:\/|$)/i.test(name))
}

/** Path of the site below its host: `/` or `/docs/`. */
export function basePathOf(config: HugoConfig): string {
  const path = /^[a-z]+:\/\/[^/]*(\/[^?#]*)?/i.exec(text(config['baseurl']) ?? '')?.[1] ?? '/'
  const joined = joinAddress(path)
  return joined === '' ? '/' : `/${joined}/`
}
