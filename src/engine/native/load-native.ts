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
  const path = existsSync(sources) ? join(sources, 'build/Release/signpost.node') : KERNEL_PACKAGE
  try {
    return { ok: true, addon: createRequire(import.meta.url)(path) as Addon }
  } catch (error) {
    return { ok: false, reason: error instanceof Error ? error.message.split('\n')[0]! : String(error) }
  }
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
