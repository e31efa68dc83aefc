import { spawnSync } from 'node:child_process'
import { readdirSync, statSync } from 'node:fs'
import t from 'tap'
import { loadNative } from '../../src/engine/native/load-native.ts'
import type { Addon } from '../../src/engine/native/addon.ts'

/** Command of a C++ compiler that works here, or null. */
export const COMPILER = ['c++', 'g++', 'clang++'].find((name) => spawnSync(name, ['--version']).status === 0) ?? null

const SOURCES = new URL('../../native/src/', import.meta.url)
const BUILT = new URL('../../native/build/Release/signpost.node', import.meta.url)

/**
 * Calls `test` with the native engine. A machine without a compiler has no native engine, so that the whole file is
 * skipped. With a compiler, `npm ci` builds the engine, and its absence is a failure, as is an engine of older sources.
 */
export function withAddon(test: (addon: Addon) => void): void {
  const native = loadNative()
  if (native.ok && isStale()) t.fail('native/src is newer than the native engine: run `npm run install`')
  else if (native.ok) test(native.addon)
  else if (COMPILER === null) t.plan(0, `there is no C++ compiler, so the native engine is not built: ${native.reason}`)
  else t.fail(`there is a compiler (${COMPILER}), but the native engine does not load: ${native.reason}`)
}

function isStale(): boolean {
  const built = statSync(BUILT).mtimeMs
  return readdirSync(SOURCES).some((name) => statSync(new URL(name, SOURCES)).mtimeMs > built)
}
