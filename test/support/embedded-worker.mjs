// The thread of the embedded database from its sources.
await import('../../src/store/embedded/worker.ts')
