import { readFileSync } from 'node:fs'
import t from 'tap'
import { findPackage } from '../../../src/icons/build/packages.ts'
import { readSources } from '../../../src/icons/build/sources.ts'

const notice = readFileSync('NOTICE', 'utf8')
const { sources, tags } = readSources('content')

function versioned(name: string): string {
  return `${name} ${findPackage(name).version}`
}

t.test('NOTICE names author, address, licence and version of every set that comes with the service', (t) => {
  for (const source of sources) {
    const packages =
      source.type === 'folder' ? [] : source.type === 'manifest' ? [source.lottie, source.svg] : [source.package]
    const expected = [
      source.title,
      source.license.spdx,
      source.author.name,
      source.author.url,
      ...packages.map(versioned),
    ]
    for (const text of expected) t.ok(notice.includes(text), text)
  }
  t.end()
})

t.test('NOTICE names the collections that words come from, with their versions', (t) => {
  for (const name of [tags.lucide, tags.mdi]) t.ok(name !== undefined && notice.includes(versioned(name)), `${name}`)
  t.end()
})

t.test('NOTICE names every production dependency with its licence', (t) => {
  const { dependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as { dependencies: Record<string, string> }
  const lines = notice.split('\n')
  for (const name of Object.keys(dependencies)) {
    if (name === 'uws-node20') continue // the same software for another version of Node
    const { license } = JSON.parse(readFileSync(`node_modules/${name}/package.json`, 'utf8')) as { license: string }
    const short = name
      .replace(/^@(?:csstools|lottiefiles|rgrove)\//, '')
      .replace(/^@opentelemetry\/.*/, 'OpenTelemetry')
    const first = lines.findIndex((line) => line.trimStart().startsWith(short) || line.includes(versioned(name)))
    const entry = lines.slice(Math.max(0, first - 3), first + 1).join(' ')
    t.ok(first >= 0 && entry.includes(license), `${name} ${license}`)
  }
  t.end()
})
