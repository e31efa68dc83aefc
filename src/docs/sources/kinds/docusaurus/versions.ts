import { VERSION_LIMIT, VERSION_LIMIT_CHARS, type DocVersion } from '../../../versions/doc-version.ts'
import { readConfigModule } from '../../config/config-module.ts'
import type { SourceFolder } from '../../source.ts'
import { isTrue, list, record, text, texts } from '../../values.ts'

/** A version of the documents of one plugin. */
export interface DocusaurusVersion extends DocVersion {
  /** Part of the address that names it, or `''`. */
  readonly path: string
}

export interface DocusaurusVersions {
  /** In the order of Docusaurus: the current documents, then the newest release. */
  readonly versions: readonly DocusaurusVersion[]
  /** The version that the site shows first. */
  readonly last: DocusaurusVersion
}

/** Name of the documents that are no version yet. */
export const CURRENT = 'current'

/**
 * The versions that a plugin for documents shows, by its options and its `versions.json`.
 *
 * @param options its options
 * @param file path of its `versions.json`
 * @param folderOf the folder with the documents of a version
 */
export function readDocusaurusVersions(
  options: Readonly<Record<string, unknown>>,
  file: string,
  folderOf: (version: string) => string,
  folder: SourceFolder,
): DocusaurusVersions {
  const settings = record(options['versions'])
  const only = list(options['onlyIncludeVersions']).length === 0 ? null : texts(options['onlyIncludeVersions'])
  const released = isTrue(options['disableVersioning'])
    ? []
    : texts(readConfigModule(file, folder.readText)['default'])
        .filter((name) => name.length <= VERSION_LIMIT_CHARS)
        .slice(0, VERSION_LIMIT - 1)
        .filter((name) => {
          const isThere = folder.names(folderOf(name)).length > 0
          if (!isThere && (only === null || only.includes(name)))
            folder.fault(file, 'unread_config', `version ${name} is left out, since ${folderOf(name)} has no files`)
          return isThere
        })
  const all = options['includeCurrentVersion'] === false && released.length > 0 ? released : [CURRENT, ...released]
  const kept = only === null ? all : all.filter((name) => only.includes(name))
  const names = kept.length === 0 ? all : kept
  const wanted = text(options['lastVersion'])
  const lastName =
    wanted !== null && names.includes(wanted) ? wanted : (names.find((name) => name !== CURRENT) ?? CURRENT)
  const versions = names.map((name): DocusaurusVersion => {
    const { label, path } = record(settings[name])
    const ownPath = name === lastName ? '' : name === CURRENT ? 'next' : name
    return {
      name,
      label: text(label)?.slice(0, VERSION_LIMIT_CHARS) ?? (name === CURRENT ? 'Next' : name),
      path: typeof path === 'string' ? path : ownPath,
    }
  })
  return { versions, last: versions.find(({ name }) => name === lastName) as DocusaurusVersion }
}
