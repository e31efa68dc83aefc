// The search worker from its sources, in a file that Piscina can load under Node 20.
export { serve } from '../../src/threads/search-worker.ts'
