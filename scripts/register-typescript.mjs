// `node --import` of this file runs TypeScript in the main thread and in worker threads alike; tsx's own command does not
// reach worker threads on Node 20.
import { register } from 'tsx/esm/api'

register()
