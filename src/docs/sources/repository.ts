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
  /** Where a link of a file leads on that host beside its files: `../../issues`; null: nowhere that is known. */
  readonly beside: (target: string, fromFile: string) => string | null
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
/** What hosts show of a repository beside its files. */
const BESIDE =
  /^(?:-\/)?(?:issues|pulls?|merge_requests|wikis?|releases|tags|discussions|actions|milestones?|labels|projects|security|graphs|network|stargazers|commits?|compare|packages|contributors)(?:[/?#]|$)/

/** Reads `package.json`, `pyproject.toml` and the remote of Git, whichever names the repository first. */
export function readRepository(folder: SourceFolder): Repository {
  const read = (file: string): Readonly<Record<string, unknown>> =>
    folder.files.has(file) ? readConfigFile(file, { ...folder, fault: () => {} }) : {}
  const pack = read('package.json')
  const python = read('pyproject.toml')
  const project = { ...record(record(python['tool'])['poetry']), ...record(python['project']) }
  const { directory, url = pack['repository'] } = record(pack['repository'])
  const remote = remoteOf(folder.gitConfig() ?? '')
  const written = [url, ...Object.values(record(project['urls'])), project['repository'], remote]
  const base = written.flatMap((each) => webAddress(text(each) ?? '') ?? []).at(0)
  const below = text(directory) ?? ''
  const name = text(pack['name']) ?? text(project['name'])
  const addressOf = (path: string, isFolder: boolean): string | null => {
    if (base === undefined) return null
    return [base.address, isFolder ? base.folder : base.file, encodePath(joinAddress(below, path))].join('/')
  }
  return {
    name: name === null || name.length > NAME_LIMIT_CHARS ? null : name,
    addressOf,
    beside(target, fromFile) {
      const from = addressOf(fromFile, false)
      if (base === undefined || from === null || !target.startsWith('../') || !URL.canParse(target, from)) return null
      const { href } = new URL(target, from)
      return href.startsWith(`${base.address}/`) && BESIDE.test(href.slice(base.address.length + 1)) ? href : null
    },
  }
}

/** Address of the remote `origin` in a configuration of Git. */
function remoteOf(config: string): string | null {
  let isOrigin = false
  for (const line of config.split('\n')) {
    const equals = line.indexOf('=')
    if (line.startsWith('[')) isOrigin = line.trim() === '[remote "origin"]'
    else if (isOrigin && line.slice(0, equals).trim() === 'url') return line.slice(equals + 1).trim()
  }
  return null
}

/** The address of a repository on a host that is known, or null if it is not one. Names and passwords in it are dropped. */
function webAddress(
  written: string,
): { readonly address: string; readonly file: string; readonly folder: string } | null {
  const [, shortHost = '', shortPath] =
    /^((?:github|gitlab|bitbucket):)?([\w.-]{1,100}\/[\w.-]{1,100})$/.exec(written) ?? []
  const [, sshHost, sshPath] = /^[\w-]{1,100}@([\w.-]{1,200}):(\S{1,1000})$/.exec(written) ?? []
  const named = shortPath === undefined ? null : `https://${SHORT[shortHost]}/${shortPath}`
  const whole = named ?? (sshHost === undefined ? written.replace(/^git\+/, '') : `https://${sshHost}/${sshPath}`)
  if (!URL.canParse(whole)) return null
  const { hostname, pathname } = new URL(whole)
  const [, file, folder] = HOSTS.find(([pattern]) => pattern.test(hostname)) ?? []
  const names = pathname
    .replace(/\.git$/, '')
    .split('/')
    .filter((name) => name !== '')
  // What stands behind the two names of a repository on GitHub is a place in it.
  const own = hostname.startsWith('gitlab.') ? names : names.slice(0, 2)
  if (file === undefined || folder === undefined || own.length < 2) return null
  return { address: `https://${hostname}/${own.join('/')}`, file, folder }
}

/** Leads links to files of the repository, which no page shows, to its host, else to their text. */
export function findInRepository(
  files: ContentFiles,
  folder: SourceFolder,
  { addressOf, beside }: Repository,
  isHeldBack: (file: string) => boolean,
): FindFile {
  const folders = new Set<string>()
  for (const file of folder.files.keys())
    for (let path = folderOf(file); path !== '' && !folders.has(path); path = folderOf(path)) folders.add(path)
  return (target, fromFile) => {
    const own = files.link(target, fromFile)
    if (own !== null || /^(?:[a-z][a-z\d+.-]*:|\/\/|#|$)/i.test(target)) return own
    const [, written = '', rest = ''] = /^([^?#]*)(.*)$/s.exec(target) ?? []
    const shown = beside(target, fromFile)
    if (shown !== null) return { address: shown }
    const path = joinWithin(written.startsWith('/') ? '' : folderOf(fromFile), decodeLoosely(written))
    const isFile = path !== null && folder.files.has(path)
    if (path === null || (!isFile && !folders.has(path)) || isHeldBack(path)) return null
    const address = addressOf(path, !isFile)
    return address === null ? files.text(path) : { address: address + rest }
  }
}
