import { spawnSync } from 'node:child_process'
import t from 'tap'
import { loadNative } from '../../src/engine/native/load-native.ts'
import type { Addon } from '../../src/engine/native/addon.ts'

/** The command of a C++ compiler that works here; null: there is none. */
export const COMPILER = ['c++', 'g++', 'clang++'].find((name) => spawnSync(name, ['--version']).status === 0) ?? null

/**
 * Calls `test` with the native engine. A machine without a compiler has none, so the whole file is skipped there; with a
 * compiler `npm ci` builds it, and that it is missing is a failure.
 */
export function withAddon(test: (addon: Addon) => void): void {
  const native = loadNative()
  if (native.ok) test(native.addon)
  else if (COMPILER === null) t.plan(0, `there is no C++ compiler, so the native engine is not built: ${native.reason}`)
  else t.fail(`there is a compiler (${COMPILER}), but the native engine does not load: ${native.reason}`)
}
