// tsx does not follow into worker threads by itself on Node 20, so this entry brings it along.
import { register } from 'tsx/esm/api'

register()
export const { search, html } = await import('./faulty-worker.ts')
