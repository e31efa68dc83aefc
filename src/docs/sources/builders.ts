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
  /** Command and folder of the site; `here` is the folder of the configuration, `.` for the root. */
  readonly build: (here: string, file: string) => readonly [command: string, site: string]
  /** Whether names beside the configuration say that it is of this kind; absent: its own name does. */
  readonly when?: (folder: string, has: (file: string) => boolean) => boolean
}

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
    build: (here) => [`sphinx-build -b html ${here} ${below(here, '_build/html')}`, below(here, '_build/html')],
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
]

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
    const [command, site] = kind.build(folder === '' ? '.' : folder, file)
    const remedy = `${kind.name}: \`${command}\`, and point at \`${site}\``
    return [{ name: kind.name, folder, file, formats: kind.formats, remedy }]
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
