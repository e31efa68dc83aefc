import { spawnSync } from 'node:child_process'
import t from 'tap'
import { loadNative } from '../../src/engine/native/load-native.ts'
import type { Addon } from '../../src/engine/native/addon.ts'

/** Command of a C++ compiler that works here, or null. */
export const COMPILER = ['c++', 'g++', 'clang++'].find((name) => spawnSync(name, ['--version']).status === 0) ?? null

/**
 * Calls `test` with the native engine. A machine without a compiler has no native engine, so that the whole file is
 * skipped. With a compiler, `npm ci` builds the engine, and its absence is a failure.
 */
export function withAddon(test: (addon: Addon) => void): void {
  const native = loadNative()
  if (native.ok) test(native.addon)
  else if (COMPILER === null) t.plan(0, `there is no C++ compiler, so the native engine is not built: ${native.reason}`)
  else t.fail(`there is a compiler (${COMPILER}), but the native engine does not load: ${native.reason}`)
}
