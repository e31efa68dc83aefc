import { folderOf, joinAddress, lastSegment } from '../addresses.ts'

/** A generator whose configuration Signpost does not read, at one place of a repository. */
export interface Builder {
  readonly name: string
  /** Folder of its configuration. */
  readonly folder: string
  /** File of its configuration. */
  readonly file: string
  /** Formats that it builds, as they are counted; `.md` is one of them. */
  readonly formats: readonly string[]
  /** How to build its site, and what to point at. */
  readonly remedy: string
}

interface Kind {
  readonly name: string
  readonly sign: RegExp
  readonly formats: readonly string[]
  /**
   * Command and folder of the site, or what else to do; `here` is the folder of the configuration, `.` for the root, and
   * `has` tells whether the repository has a file or a folder.
   */
  readonly build: (here: string, file: string, has: Has) => readonly [command: string, site: string] | string
  /** Whether names beside the configuration say that it is of this kind; absent: its own name does. */
  readonly when?: (folder: string, has: Has) => boolean
  /** Folder of its pages by that of its configuration; absent: it is the same. */
  readonly pagesOf?: (folder: string) => string
}

type Has = (file: string) => boolean

/** A command that runs in the folder of the configuration. */
const within = (here: string, command: string): string => (here === '.' ? command : `cd ${here} && ${command}`)
const below = (here: string, path: string): string => (here === '.' ? path : `${here}/${path}`)
const JEKYLL_SIGNS = ['_layouts', '_includes', '_posts', '_sass']

/** Kinds that have a configuration of their own, the surer signs first. */
const KINDS: readonly Kind[] = [
  {
    name: 'MyST',
    sign: /^myst\.ya?ml$/,
    formats: ['.ipynb', '.md'],
    build: (here) => [within(here, 'npx mystmd build --html'), below(here, '_build/html')],
  },
  {
    name: 'Jupyter Book',
    sign: /^_toc\.yml$/,
    formats: ['.ipynb', '.rst', '.md'],
    build: (here) => [`jupyter-book build ${here}`, below(here, '_build/html')],
  },
  {
    name: 'Quarto',
    sign: /^_quarto\.ya?ml$/,
    formats: ['.qmd', '.ipynb', '.Rmd', '.md'],
    build: (here) => [`quarto render ${here}`, below(here, '_site')],
  },
  {
    name: 'Sphinx',
    sign: /^conf\.py$/,
    formats: ['.rst', '.ipynb', '.md'],
    build: buildSphinx,
  },
  {
    name: 'Antora',
    sign: /^(?:antora|(?:local-|site-)?(?:antora-)?playbook(?:-\w{1,40})?)\.ya?ml$/,
    formats: ['.adoc'],
    build: (here, file) => [
      lastSegment(file).startsWith('antora.')
        ? 'npx antora <playbook that names this repository>'
        : `npx antora ${file}`,
      lastSegment(file).startsWith('antora.') ? 'build/site' : below(here, 'build/site'),
    ],
  },
  {
    name: 'Jekyll',
    sign: /^_config\.ya?ml$/,
    formats: ['.md'],
    build: (here) => [within(here, 'bundle exec jekyll build'), below(here, '_site')],
    when: (folder, has) =>
      !has(joinAddress(folder, '_toc.yml')) &&
      [...JEKYLL_SIGNS, 'Gemfile', 'index.md', 'index.markdown', '404.html'].some((name) =>
        has(joinAddress(folder, name)),
      ),
  },
  {
    name: 'Gatsby',
    sign: /^gatsby-config\.[cm]?[jt]s$/,
    formats: ['.md'],
    build: (here) => [within(here, 'npx gatsby build'), below(here, 'public')],
  },
  {
    name: 'Eleventy',
    sign: /^(?:\.eleventy|eleventy\.config)\.[cm]?[jt]s$/,
    formats: ['.md'],
    build: (here) => [within(here, 'npx @11ty/eleventy'), below(here, '_site')],
  },
  {
    name: 'Logseq',
    sign: /^config\.edn$/,
    formats: ['.md', '.org'],
    build: () =>
      'export the graph as standard Markdown without properties of blocks by its menu, and point at what it wrote',
    when: (folder) => lastSegment(folder) === 'logseq',
    pagesOf: folderOf,
  },
]

/** Where repositories list the packages that their documentation needs, below the folder of the documentation or the root. */
const REQUIREMENTS = `requirements.txt requirements-docs.txt docs-requirements.txt doc-requirements.txt
  requirements/docs.txt requirements/doc.txt requirements/documentation.txt`.split(/\s+/)

/** Without the theme and the extensions of its configuration Sphinx builds nothing. */
function buildSphinx(here: string, file: string, has: Has): string {
  const site = below(here, '_build/html')
  const folders = here === '.' ? [''] : [here, folderOf(here), 'docs', 'doc', '']
  const listed = folders
    .flatMap((folder) => REQUIREMENTS.map((name) => joinAddress(folder, name)))
    // The packages of the program itself are listed at the root too.
    .find((path) => has(path) && path !== 'requirements.txt')
  const build = `sphinx-build -b html ${here} ${site}\`, and point at \`${site}\``
  return listed === undefined
    ? `\`pip install sphinx\` with the theme and the extensions that \`${file}\` names, then \`${build}`
    : `\`pip install sphinx -r ${listed} && ${build}`
}

/** Builders that a repository has, the nearest to its root first. Files of tests and examples come last. */
export function findBuilders(files: readonly string[]): readonly Builder[] {
  const names = new Set<string>()
  for (const file of files) {
    names.add(file)
    for (let path = folderOf(file); path !== '' && !names.has(path); path = folderOf(path)) names.add(path)
  }
  const found = files.flatMap((file) => {
    const folder = folderOf(file)
    const kind = KINDS.find(
      ({ sign, when }) => sign.test(lastSegment(file)) && when?.(folder, (name) => names.has(name)) !== false,
    )
    if (kind === undefined) return []
    const built = kind.build(folder === '' ? '.' : folder, file, (name) => names.has(name))
    const what = typeof built === 'string' ? built : `\`${built[0]}\`, and point at \`${built[1]}\``
    const { formats, name, pagesOf = (below: string) => below } = kind
    return [{ name, folder: pagesOf(folder), file, formats, remedy: `${name}: ${what}` }]
  })
  // A playbook of Antora builds all components that it names.
  const hasPlaybook = found.some(({ file }) => file.includes('playbook'))
  const whole = found.filter(({ file, name }) => name !== 'Antora' || !hasPlaybook || file.includes('playbook'))
  return whole.sort((a, b) => rankOf(a) - rankOf(b))
}

/** The builder of a file: one whose folder holds it, the nearest first, else any that builds its format. */
export function builderFor(format: string, file: string, builders: readonly Builder[]): Builder | undefined {
  const fitting = builders.filter(({ formats }) => formats.includes(format))
  return fitting.findLast(({ folder }) => folder === '' || file.startsWith(`${folder}/`)) ?? fitting[0]
}

function rankOf({ file }: Builder): number {
  const isAside = /(?:^|\/)(?:tests?|examples?|fixtures?)\//i.test(file)
  return file.split('/').length + (isAside ? 100 : 0)
}
