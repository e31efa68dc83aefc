import { createRequire } from 'node:module'

const require = createRequire(import.meta.url)

/** The parser of JavaScript. It is loaded for the first page or file that needs it: most folders of Markdown have none. */
export function babel(): typeof import('@babel/parser') {
  return require('@babel/parser') as typeof import('@babel/parser')
}
