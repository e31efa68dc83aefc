import { parseTag } from '../../../readers/markdown/tag.ts'
import { joinAddress } from '../../../addresses.ts'
import { pathFrom } from '../../expand-lines.ts'
import type { SourceFolder } from '../../source.ts'

/** What the template of a component shows without running anything. */
interface FixedMarkup {
  readonly html: string
  /** Whether the template shows more, which only its program tells. */
  readonly isPart: boolean
}

const FOLDER_LIMIT = 50
const COMPONENT_LIMIT = 500
const TEMPLATE_LIMIT_CHARS = 20_000
/** Elements within one another, in a template. */
const DEPTH_LIMIT = 100
const IMPORT = /^import\s+([A-Z]\w*)\s+from\s+['"]([^'"\n]{1,500}\.vue)['"]/gm
const CONDITION = /^v-(?:if|else|else-if|for|show|html|text)$/
const EMPTY = /^(?:br|hr|img|input|source|wbr)$/

/** Paths of the components of a theme, by their names. The folder of settings is hidden, and has a few levels. */
export function themeComponents(settings: string, folder: SourceFolder): ReadonlyMap<string, string> {
  const components = new Map<string, string>()
  const folders = [settings]
  for (const path of folders) {
    for (const name of folder.names(path)) {
      const component = /^([A-Z]\w*)\.vue$/.exec(name)?.[1]
      if (component !== undefined && components.size < COMPONENT_LIMIT)
        components.set(component, joinAddress(path, name))
      const isFolder = !name.includes('.') && !/^(?:node_modules|cache|dist)$/.test(name)
      if (isFolder && folders.length < FOLDER_LIMIT) folders.push(joinAddress(path, name))
    }
  }
  return components
}

/** Components that a page imports, by their names. */
export function importedComponents(text: string, file: string): ReadonlyMap<string, string> {
  const components = new Map<string, string>()
  if (!text.includes('.vue')) return components
  for (const [, name = '', from = ''] of text.matchAll(IMPORT)) {
    const path = from.startsWith('.') ? pathFrom({ file }, from) : null
    if (path !== null && components.size < COMPONENT_LIMIT) components.set(name, path)
  }
  return components
}

/** Finds the fixed markup of a component by its name; null if it has none, or is not known. */
export type MarkupOf = (name: string) => FixedMarkup | null

/** Each template is read once for a page. */
export function createMarkups(pathOf: (name: string) => string | undefined, folder: SourceFolder): MarkupOf {
  const known = new Map<string, FixedMarkup | null>()
  return (name) => {
    const path = pathOf(name)
    if (path === undefined) return null
    let markup = known.get(name)
    if (markup === undefined) known.set(name, (markup = fixedMarkup(folder.readText(path))))
    return markup
  }
}

/** The template of a component on one line, without what has a condition. Null: it shows texts of its program or of its page. */
function fixedMarkup(component: string | null): FixedMarkup | null {
  const start = component?.search(/^<template>/m) ?? -1
  const end = component?.lastIndexOf('</template>') ?? -1
  if (component === null || start < 0 || end < start || end - start > TEMPLATE_LIMIT_CHARS) return null
  const template = component.slice(start + '<template>'.length, end).replace(/<!--[^>]{0,1000}-->/g, '')
  if (/\{\{|<slot\b|<component\b/.test(template)) return null
  let html = ''
  let isPart = false
  /** Depth below an element that is left out, or 0. */
  let hidden = 0
  for (let at = 0; at < template.length;) {
    const next = template.indexOf('<', at)
    if (hidden === 0) html += template.slice(at, next < 0 ? undefined : next)
    if (next < 0) break
    const tag = parseTag(template, next, null)
    if (tag === null) return null
    at = tag.end
    const isEmpty = tag.kind === 'void' || EMPTY.test(tag.name)
    const names = [...tag.attributes.keys()]
    if (hidden > 0) hidden += isEmpty ? 0 : tag.kind === 'open' ? 1 : -1
    else if (names.some((name) => CONDITION.test(name))) {
      isPart = true
      hidden = isEmpty ? 0 : 1
    } else if (tag.kind === 'close') html += `</${tag.name}>`
    else {
      const fixed = names.filter((name) => /^[a-z]/i.test(name) && !name.startsWith('v-'))
      isPart ||= fixed.length < names.filter((name) => !name.startsWith('@')).length
      const attributes = fixed.map((name) => ` ${name}="${(tag.attributes.get(name) ?? '').replaceAll('"', '&quot;')}"`)
      // That a program gives further ones is told of the whole component.
      if (names.some((name) => /^(?::|v-bind)/.test(name))) attributes.push(' v-bind')
      html += `<${tag.name}${attributes.join('')}${tag.kind === 'void' ? ' /' : ''}>`
    }
    if (hidden > DEPTH_LIMIT) return null
  }
  return { html: onOneLine(html), isPart }
}

/** Vue drops line ends between tags, and makes one space of others. */
function onOneLine(html: string): string {
  let line = ''
  for (const each of html.split('\n').map((part) => part.trim())) {
    const isBetweenTags = line === '' || (line.endsWith('>') && each.startsWith('<'))
    if (each !== '') line += isBetweenTags ? each : ` ${each}`
  }
  return line
}
