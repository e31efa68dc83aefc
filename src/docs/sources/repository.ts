import { encodePath } from '../../shared/encode-path.ts'
import { decodeLoosely } from '../../shared/decode-percent.ts'
import type { ContentFiles } from '../files/content-files.ts'
import type { FindFile } from '../files/page-files.ts'
import { folderOf, joinAddress, joinWithin } from '../addresses.ts'
import { readConfigFile } from './config/parse-config.ts'
import { record, text } from './values.ts'
import type { SourceFolder } from './source.ts'

/** What a repository says of itself in the files that its tools read. */
export interface Repository {
  /** Name of the package; null: no file names it. */
  readonly name: string | null
  /** Address at which the host of the repository shows a file or a folder; null: no host is known. */
  readonly addressOf: (path: string, isFolder: boolean) => string | null
}

/** Where hosts show a file of the branch that they show first. */
const HOSTS: readonly (readonly [host: RegExp, file: string, folder: string])[] = [
  [/^github\./, 'blob/HEAD', 'tree/HEAD'],
  [/^gitlab\./, '-/blob/HEAD', '-/tree/HEAD'],
  [/^bitbucket\.org$/, 'src/HEAD', 'src/HEAD'],
]
const SHORT: Readonly<Record<string, string>> = {
  '': 'github.com',
  'github:': 'github.com',
  'gitlab:': 'gitlab.com',
  'bitbucket:': 'bitbucket.org',
}
const NAME_LIMIT_CHARS = 100

/** Reads `package.json`, `pyproject.toml` and the remote of Git, whichever names the repository first. */
export function readRepository(folder: SourceFolder): Repository {
  const read = (file: string): Readonly<Record<string, unknown>> =>
    folder.files.has(file) ? readConfigFile(file, { ...folder, fault: () => {} }) : {}
  const pack = read('package.json')
  const python = read('pyproject.toml')
  const project = { ...record(record(python['tool'])['poetry']), ...record(python['project']) }
  const { directory, url = pack['repository'] } = record(pack['repository'])
  const remote = /^\[remote "origin"\][^[]*?^[ \t]*url[ \t]*=[ \t]*(\S+)/m.exec(folder.gitConfig() ?? '')?.[1]
  const written = [url, ...Object.values(record(project['urls'])), project['repository'], remote]
  const base = written.flatMap((each) => webAddress(text(each) ?? '') ?? []).at(0)
  const below = text(directory) ?? ''
  const name = text(pack['name']) ?? text(project['name'])
  return {
    name: name === null || name.length > NAME_LIMIT_CHARS ? null : name,
    addressOf(path, isFolder) {
      if (base === undefined) return null
      return [base.address, isFolder ? base.folder : base.file, encodePath(joinAddress(below, path))].join('/')
    },
  }
}

/** The address of a repository on a host that is known; null: it is none. Names and passwords in it are dropped. */
function webAddress(written: string): { readonly address: string; readonly file: string; readonly folder: string } | null {
  const short = /^((?:github|gitlab|bitbucket):)?([\w.-]+\/[\w.-]+)$/.exec(written)
  const [, shortHost = '', shortPath = ''] = short ?? []
  const whole =
    short === null
      ? /^(?:git\+)?(?:https?|ssh|git):\/\/(?:[^\s/@]{1,200}@)?([\w.-]+)(?::\d+)?\/([\w.~-]+(?:\/[\w.~-]+){1,5})/.exec(written) ??
        /^[\w-]+@([\w.-]+):([\w.~-]+(?:\/[\w.~-]+){1,5})/.exec(written)
      : null
  const host = short === null ? (whole?.[1] ?? '') : (SHORT[shortHost] ?? '')
  const path = (short === null ? (whole?.[2] ?? '') : shortPath).replace(/\.git$/, '')
  const [, file, folder] = HOSTS.find(([pattern]) => pattern.test(host)) ?? []
  // What stands behind the two names of a repository on GitHub is a place in it.
  const own = host.startsWith('gitlab.') ? path : path.split('/').slice(0, 2).join('/')
  return file === undefined || folder === undefined ? null : { address: `https://${host}/${own}`, file, folder }
}

/** Leads links to files of the repository, which no page shows, to its host, else to their text. */
export function findInRepository(
  files: ContentFiles,
  folder: SourceFolder,
  { addressOf }: Repository,
  isHeldBack: (file: string) => boolean,
): FindFile {
  const folders = new Set<string>()
  for (const file of folder.files.keys())
    for (let path = folderOf(file); path !== '' && !folders.has(path); path = folderOf(path)) folders.add(path)
  return (target, fromFile) => {
    const own = files.link(target, fromFile)
    if (own !== null || /^(?:[a-z][a-z\d+.-]*:|\/\/|#|$)/i.test(target)) return own
    const [, written = '', rest = ''] = /^([^?#]*)(.*)$/s.exec(target) ?? []
    const path = joinWithin(written.startsWith('/') ? '' : folderOf(fromFile), decodeLoosely(written))
    const isFile = path !== null && folder.files.has(path)
    if (path === null || (!isFile && !folders.has(path)) || isHeldBack(path)) return null
    const address = addressOf(path, !isFile)
    return address === null ? files.text(path) : { address: address + rest }
  }
}
