// Does for this example what a bundler does for a site: types and JSX go, and packages get addresses.
import { readFileSync } from 'node:fs'
import ts from 'typescript'

/** Packages in CommonJS, by the name under which they are imported. */
const FILES = {
  react: 'react/cjs/react.production.min.js',
  'react/jsx-runtime': 'react/cjs/react-jsx-runtime.production.min.js',
  'react-dom/client': 'react-dom/cjs/react-dom.production.min.js',
  scheduler: 'scheduler/cjs/scheduler.production.min.js',
}
const OPTIONS = { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2022, jsx: ts.JsxEmit.ReactJSX }

/** @param {string} name */
const addressOf = (name) => (name === '@signpost/client' ? '/client/index.ts' : `/packages/${name}.js`)

/** Turns a module in TypeScript with JSX into one for browsers. @param {string} code */
export function compile(code) {
  const { outputText } = ts.transpileModule(code, { compilerOptions: OPTIONS })
  return outputText.replaceAll(/ from ["']([^."'][^"']*)["']/g, (_, name) => ` from '${addressOf(name)}'`)
}

/** The packages as modules, by their address. */
export function packages() {
  return Object.entries(FILES).map(([name, file]) => /** @type {const} */ ([addressOf(name), asModule(file)]))
}

/** Makes a module of a package in CommonJS. What it requires is imported before it runs. @param {string} file */
function asModule(file) {
  const code = readFileSync(new URL(`../../node_modules/${file}`, import.meta.url), 'utf8')
  const required = [...code.matchAll(/\brequire\("([^"]+)"\)/g)].map(([, name = '']) => name)
  const exported = new Set([...code.matchAll(/\bexports\.(\w+)=/g)].map(([, name]) => name))
  return `${required.map((name, index) => `import * as required${index} from '${addressOf(name)}'`).join('\n')}
const exports = {}
const require = (name) => ({ ${required.map((name, index) => `'${name}': required${index}`).join(', ')} })[name]
{ ${code} }
export const { ${[...exported].join(', ')} } = exports
`
}
