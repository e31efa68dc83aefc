// `node --import` of this file runs TypeScript in the main thread and in worker threads. Node 22.18 and later do so themselves.
import { register } from 'node:module'

if (!process.features.typescript) register('./strip-types.mjs', import.meta.url)
