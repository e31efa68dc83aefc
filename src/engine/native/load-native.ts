import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { KernelChoice } from './kernel-choice.ts'
import type { Addon } from './addon.ts'

/** The native engine when it was built and loads, otherwise the reason for its absence. */
export type NativeModule =
  | { readonly ok: true; readonly addon: Addon }
  | { readonly ok: false; readonly reason: string }

/** Package with the addon for this machine, made by `npm run pack`. */
export const KERNEL_PACKAGE = `@signpost/kernel-${process.platform}-${process.arch}`

let loaded: NativeModule | null = null

/** Loads the addon once in each thread. */
export function loadNative(): NativeModule {
  loaded ??= load()
  return loaded
}

function load(): NativeModule {
  // The path is the same from src/engine and from dist/engine. A package has no sources of the addon: npm has installed it.
  const sources = fileURLToPath(new URL('../../../native', import.meta.url))
  const path = existsSync(sources) ? join(sources, 'build/Release/signpost.node') : null
  const require = createRequire(import.meta.url)
  try {
    if (path === null) assertOwnVersion(require)
    return { ok: true, addon: require(path ?? KERNEL_PACKAGE) as Addon }
  } catch (error) {
    return { ok: false, reason: error instanceof Error ? error.message.split('\n')[0]! : String(error) }
  }
}

/** Throws when the package of the kernel is of another version than the program, which it then may not fit. */
function assertOwnVersion(require: NodeJS.Require): void {
  const [packaged, own] = [`${KERNEL_PACKAGE}/package.json`, '../../../package.json'].map(
    (file) => (require(file) as { readonly version: string }).version,
  )
  if (packaged !== own)
    throw new Error(`${KERNEL_PACKAGE} is of version ${packaged}, and this is ${own}: install ${KERNEL_PACKAGE}@${own}`)
}

/** Selected kernel by name. `detail` is the instruction set of the native kernel, or the reason for the choice of the other. */
export type FoundKernel =
  | { readonly name: 'native'; readonly detail: string; readonly addon: Addon }
  | { readonly name: 'javascript'; readonly detail: string }

/** @throws when the native kernel is required and does not load. */
export function findKernel(choice: KernelChoice): FoundKernel {
  if (choice === 'javascript') return { name: 'javascript', detail: 'as configured' }
  const native = loadNative()
  if (native.ok) return { name: 'native', detail: native.addon.instructions, addon: native.addon }
  if (choice === 'native') throw new Error(`the native search kernel does not load: ${native.reason}`)
  return { name: 'javascript', detail: native.reason }
}
