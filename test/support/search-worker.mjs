// The search worker from its sources: tsx does not reach worker threads by itself on Node 20.
import { register } from 'tsx/esm/api'

register()
export const { serve } = await import('../../src/pool/search-worker.ts')
