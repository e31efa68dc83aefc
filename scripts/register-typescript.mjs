// `node --import` of this file runs TypeScript in the main thread and in worker threads alike. Node 22.18 and later need no help.
import { register } from 'node:module'

if (!process.features.typescript) register('./strip-types.mjs', import.meta.url)
