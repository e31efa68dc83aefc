// The thread of the embedded database, run from its sources.
await import('../../src/store/embedded/worker.ts')
