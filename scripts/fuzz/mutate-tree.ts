import type { Random } from './random.ts'
import { frontMatterFor, tokenFor, VALUES } from './tokens.ts'

/** Files of a folder by their paths: bytes, or the target of a symbolic link. */
export type Tree = Map<string, Buffer | { readonly link: string }>

/** Length of what is pumped up. Quadratic time shows at this length, and linear time does not. */
const PUMPED_CHARS = 60_000
const LINKS = [
  '../outside/secret.md',
  '../outside',
  '../outside/secret.svg',
  '../outside/secret.json',
  '.secret/env.md',
  '.secret',
  '.',
  '..',
  '/dev/zero',
  '/etc/passwd',
  'nowhere',
]
const LINKED = ['linked.md', 'linked', 'linked.svg', 'linked.json', 'public', 'static', 'docs', 'site.yaml']
const NAMES = [
  'a b (c).md',
  'index.md',
  '_index.md',
  'README.md',
  'a.zh.md',
  'a%2fb.md',
  'a#b?.md',
  'a"<b>.md',
  'a\nb.md',
  "a'b.md",
  'a.md.md',
  '..a.md',
  '.a.md',
  '[a].md',
  'index/index.md',
  '2026-01-01-a.md',
  '01-a.mdx',
  '_category_.json',
  'meta.json',
  '_meta.ts',
  'site.yaml',
  'mkdocs.yml',
  'docs.json',
  'x'.repeat(200) + '.md',
]

/** Changes some files of a tree in ways that people, tools and attackers do. */
export function mutateTree(tree: Tree, random: Random): void {
  for (let times = 1 + random.below(5); times > 0; times--) {
    if (random.chance(0.2)) mutateNames(tree, random)
    else mutateFile(tree, random)
  }
}

function mutateFile(tree: Tree, random: Random): void {
  const path = random.pick([...tree.keys()])
  const bytes = tree.get(path)
  if (!(bytes instanceof Buffer)) return
  if (random.chance(0.15)) return void tree.set(path, mutateBytes(bytes, random))
  const text = bytes.toString('utf8')
  tree.set(path, Buffer.from(mutateText(text, path, random)))
}

function mutateBytes(bytes: Buffer, random: Random): Buffer {
  const at = random.below(bytes.length + 1)
  switch (random.below(5)) {
    case 0:
      return Buffer.from(bytes.toString('utf8'), 'utf16le')
    case 1:
      return Buffer.from(bytes.toString('utf8'), 'latin1')
    case 2:
      return Buffer.concat([
        bytes.subarray(0, at),
        Buffer.from([random.below(256)]),
        bytes.subarray(at + random.below(3)),
      ])
    case 3:
      return bytes.subarray(0, at)
    default:
      return Buffer.concat([
        Buffer.from([0xef, 0xbb, 0xbf]),
        Buffer.from(bytes.toString('utf8').replace(/\n/g, '\r\n')),
      ])
  }
}

function mutateText(text: string, path: string, random: Random): string {
  const at = random.below(text.length + 1)
  const end = Math.min(text.length, at + random.below(40))
  const pick = random.pick.bind(random)
  switch (random.below(9)) {
    case 0:
    case 1:
      return `${text.slice(0, at)}${random.chance(0.5) ? '\n\n' : ''}${tokenFor(pick)}${random.chance(0.5) ? '\n\n' : ''}${text.slice(at)}`
    case 2:
      return text.slice(0, at) + text.slice(end)
    case 3:
      return text.slice(0, at) + text.slice(at, end).repeat(2 + random.below(5)) + text.slice(end)
    case 4:
      return pumped(text, at, random)
    case 5: {
      const lines = text.split('\n')
      const [from, to] = [random.below(lines.length), random.below(lines.length)]
      lines.splice(to, 0, ...lines.splice(from, 1 + random.below(4)))
      return lines.join('\n')
    }
    case 6:
      return /\.mdx?$/.test(path) ? withFrontMatter(text, frontMatterFor(pick)) : withValue(text, random)
    case 7:
      return withValue(text, random)
    default:
      return (
        text.slice(0, at) +
        pick(['"', "'", '`', '{', '}', '(', ')', '[', ']', '<', '>', '|', ':', '\n', '    ', '\t', '\\']) +
        text.slice(at)
      )
  }
}

/** Repeats a piece of the text, or a mark of a dialect, until it is long. */
function pumped(text: string, at: number, random: Random): string {
  const unit = random.chance(0.5)
    ? text.slice(at, at + 1 + random.below(20))
    : random.chance(0.5)
      ? random.pick([
          ' ',
          '\t',
          '#',
          '>',
          '- ',
          '`',
          '[',
          '{',
          '<',
          '|',
          '\n',
          '\n\n',
          '*',
          '_',
          '~',
          '1',
          'a',
          '-',
          '=',
          ':',
          '{{',
        ])
      : tokenFor(random.pick.bind(random)) + random.pick(['', '\n', '\n\n', ' '])
  if (unit === '') return text
  return text.slice(0, at) + unit.repeat(Math.ceil(PUMPED_CHARS / unit.length)) + text.slice(at)
}

function withFrontMatter(text: string, field: string): string {
  if (text.startsWith('---\n')) return `---\n${field}\n${text.slice(4)}`
  return `---\n${field}\n---\n${text}`
}

/** Replaces a text in quotation marks, a number or a word after a colon by another value. */
function withValue(text: string, random: Random): string {
  const values = [...text.matchAll(/"[^"\n]*"|'[^'\n]*'|(?<=: )[\w.-]+$|\b(?:true|false|\d+)\b/gm)].slice(0, 500)
  if (values.length === 0) return text
  const { 0: value, index } = random.pick(values)
  return text.slice(0, index) + random.pick(VALUES) + text.slice(index + value.length)
}

function mutateNames(tree: Tree, random: Random): void {
  const path = random.pick([...tree.keys()])
  const folder = path.slice(0, path.lastIndexOf('/') + 1)
  const content = tree.get(path) as Buffer
  switch (random.below(6)) {
    case 0:
      tree.delete(path)
      return
    case 1:
      tree.delete(path)
      return void tree.set(folder + random.pick(NAMES), content)
    case 2:
      return void tree.set(folder + random.pick(NAMES), content)
    case 3:
      return void tree.set('x/'.repeat(random.below(80)) + path, content)
    default:
      return void tree.set(random.chance(0.5) ? folder + random.pick(LINKED) : random.pick(LINKED), {
        link: random.chance(0.5) ? '../'.repeat(folder.split('/').length - 1) + random.pick(LINKS) : random.pick(LINKS),
      })
  }
}
