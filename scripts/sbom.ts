// What a package of ours brings along, as CycloneDX. npm writes the list of this repository; a package has a part of it.
import { execFileSync } from 'node:child_process'

interface Licence {
  readonly license?: { readonly id?: string; readonly name?: string }
  readonly expression?: string
}

export interface Component {
  readonly 'bom-ref': string
  readonly name: string
  readonly version: string
  readonly purl: string
  readonly licenses?: readonly Licence[]
}

export interface Sbom {
  readonly metadata: { readonly component: Component }
  readonly components: readonly Component[]
  readonly dependencies: readonly { readonly ref: string; readonly dependsOn: readonly string[] }[]
}

/** Packages that do not name their licence, by the beginning of their names. */
const LICENCES: Readonly<Record<string, string>> = { '@uwsjs/': 'Apache-2.0' }

let whole: Sbom | null = null

/**
 * Lists all that the named packages bring along, themselves included. Two runs give the same bytes.
 *
 * @param name Package of ours that has them.
 * @param needs Names of installed packages.
 * @throws {Error} if one of them is unknown, or has no licence
 */
export function makeSbom(root: string, name: string, version: string, needs: readonly string[]): Sbom {
  // With `--omit dev` npm leaves out packages that another one needs for development too.
  const args = ['sbom', '--sbom-format', 'cyclonedx', '--package-lock-only']
  whole ??= JSON.parse(execFileSync('npm', args, { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 26 })) as Sbom
  const { components, dependencies, metadata, ...head } = whole
  const own = metadata.component['bom-ref']
  const edges = new Map(dependencies.map(({ dependsOn, ref }) => [ref, dependsOn]))
  const byRef = new Map(components.map((component) => [component['bom-ref'], component]))
  const direct = needs.map((need) => {
    const ref = edges.get(own)?.find((each) => byRef.get(each)?.name === need)
    if (ref === undefined) throw new Error(`${need} is not among the packages of npm sbom`)
    return ref
  })
  const reached = new Set(direct)
  for (const ref of reached) for (const next of edges.get(ref) ?? []) reached.add(next)
  const { serialNumber: _each, ...rest } = head as Readonly<Record<string, unknown>>
  const ref = `${name}@${version}`
  return {
    ...rest,
    metadata: { component: { ...metadata.component, 'bom-ref': ref, name, purl: purlOf(name, version) } },
    components: [...reached].toSorted().map((each) => withLicence(byRef.get(each)!)),
    dependencies: [ref, ...[...reached].toSorted()].map((each) => ({
      ref: each,
      dependsOn: each === ref ? direct.toSorted() : (edges.get(each) ?? []),
    })),
  }
}

/** The licence as an expression of SPDX. */
export function licenceOf({ licenses = [] }: Component): string {
  return licenses.map(({ expression, license }) => expression ?? license?.id ?? license?.name ?? '').join(' AND ')
}

function withLicence(component: Component): Component {
  if (licenceOf(component) !== '') return component
  const id = Object.entries(LICENCES).find(([start]) => component.name.startsWith(start))?.[1]
  if (id === undefined) throw new Error(`${component.name} names no licence: look for it, and add it to LICENCES`)
  return { ...component, licenses: [{ license: { id } }] }
}

function purlOf(name: string, version: string): string {
  return `pkg:npm/${name.replace('@', '%40')}@${version}`
}
