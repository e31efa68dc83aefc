/**
 * Flags of Node for tests and the services that they start, all of which end before compiled code pays.
 *
 * V8 does not compile WebAssembly a second time for speed. The embedded database is WebAssembly, and this took more than a
 * third of the processor time of a test of it.
 *
 * V8 optimises a function after nine times as much work as usual. A start calls many functions some hundred times each, and
 * is over before optimised code pays. Loops that run long are still optimised.
 */
export const TEST_FLAGS: readonly string[] = ['--liftoff-only', ...optimisedLater()]

/** The flag has another name, and counts calls, since Node 22. */
function optimisedLater(): string[] {
  return Number.parseInt(process.versions.node) < 22
    ? ['--interrupt-budget=600000']
    : ['--invocation-count-for-turbofan=27000']
}

/**
 * Flags for a program of tests. Hostile trees make much that is young and lives for long: with small spaces for it, half of the
 * time of their test is copying.
 */
export function flagsOf(program: readonly string[]): readonly string[] {
  return program[0]?.includes('/hostile-sources.') ? [...TEST_FLAGS, '--max-semi-space-size=32'] : TEST_FLAGS
}
