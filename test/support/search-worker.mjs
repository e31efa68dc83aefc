// The search worker from its sources: tsx does not reach worker threads by itself on Node 20.
import { register } from 'tsx/esm/api'

register()
const worker = await import('../../src/pool/search-worker.ts')

export const search = worker.search
export const html = worker.html
