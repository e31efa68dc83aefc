// The thread of the embedded database from its sources: tsx does not reach worker threads by itself on Node 20.
import { register } from 'tsx/esm/api'

register()
await import('../../src/store/embedded/worker.ts')
