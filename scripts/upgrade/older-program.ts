// The program of an earlier commit, in a checkout of its own beside this one.
import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

const ROOT = resolve(import.meta.dirname, '../..')

export interface OlderProgram {
  /** Its `dist/main.js`. */
  readonly main: string
  /** Content that came along with it. */
  readonly content: string
  remove(): void
}

/**
 * Checks the commit out into a temporary folder and builds it there, catalogue of icons included.
 *
 * @param dist Folder with what it was compiled to. Default: it is compiled.
 */
export function buildOlder(commit: string, dist: string | undefined): OlderProgram {
  const folder = mkdtempSync(join(tmpdir(), 'signpost-older-'))
  const checkout = join(folder, 'checkout')
  const run = (command: string, ...args: string[]): void => {
    execFileSync(command, args, { cwd: checkout, stdio: ['ignore', 'ignore', 'inherit'] })
  }
  execFileSync('git', ['worktree', 'add', '--detach', checkout, commit], { cwd: ROOT, stdio: 'pipe' })
  // Packages of this checkout serve where they are the same ones; they take most of the time otherwise.
  if (hasItsPackages(checkout)) symlinkSync(join(ROOT, 'node_modules'), join(checkout, 'node_modules'))
  else run('npm', 'ci', '--ignore-scripts', '--no-audit', '--no-fund')
  // Pictures that both make alike are taken over from the catalogue of this checkout.
  const catalogues = join(ROOT, 'data/catalogues')
  if (existsSync(catalogues)) cpSync(catalogues, join(checkout, 'data/catalogues'), { recursive: true })
  if (dist === undefined) run('npm', 'run', 'build')
  else {
    cpSync(dist, join(checkout, 'dist'), { recursive: true })
    run('node', 'dist/commands/catalogue-build.js')
  }
  return {
    main: join(checkout, 'dist/main.js'),
    content: join(checkout, 'content'),
    remove() {
      execFileSync('git', ['worktree', 'remove', '--force', checkout], { cwd: ROOT, stdio: 'pipe' })
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Whether all packages that it names are installed here, in its versions. */
function hasItsPackages(checkout: string): boolean {
  const { dependencies, devDependencies } = describe(checkout)
  const own = describe(ROOT)
  const installed = { ...own.devDependencies, ...own.dependencies }
  return Object.entries({ ...devDependencies, ...dependencies }).every(([name, version]) => installed[name] === version)
}

interface Description {
  readonly dependencies: Readonly<Record<string, string>>
  readonly devDependencies: Readonly<Record<string, string>>
}

function describe(folder: string): Description {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Description
}
