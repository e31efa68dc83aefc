import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { joinScripts, joinSheets } from './join-parts.ts'

/** A file of the pages' user interface. Its address changes with its bytes, so it may be cached for ever. */
export interface StaticFile {
  readonly name: StaticName
  /** `/_/<stem>.<hash>.<extension>` */
  readonly urlPath: string
  readonly mediaType: string
  readonly bytes: Uint8Array
  /** Strong entity tag in quotes (RFC 9110 §8.8.3). */
  readonly etag: string
}

export type StaticFiles = readonly StaticFile[]

/** Paths of the files by name. */
export type AssetUrls = Readonly<Record<StaticName, string>>

export type StaticName = keyof typeof MEDIA_TYPES

const MEDIA_TYPES = {
  'style.css': 'text/css; charset=utf-8',
  'theme.js': 'text/javascript; charset=utf-8',
  'page.js': 'text/javascript; charset=utf-8',
  'search.js': 'text/javascript; charset=utf-8',
  'events.js': 'text/javascript; charset=utf-8',
  'favicon.svg': 'image/svg+xml',
  'account.css': 'text/css; charset=utf-8',
  'icons.css': 'text/css; charset=utf-8',
  'icons.js': 'text/javascript; charset=utf-8',
  'icon.js': 'text/javascript; charset=utf-8',
  'dialog.js': 'text/javascript; charset=utf-8',
  'paused.svg': 'image/svg+xml',
  'player.js': 'text/javascript; charset=utf-8',
} as const

export const STATIC_NAMES = Object.keys(MEDIA_TYPES) as readonly StaticName[]

interface PackageFile {
  readonly path: string
  /** Notice of the licence, which every copy must contain; the minified file has none. */
  readonly notice: string
}

/**
 * Files from packages rather than beside this module. The light player of lottie-web runs no expressions. So it needs no
 * `eval`, which the pages' Content-Security-Policy forbids.
 */
const PACKAGE_FILES: { readonly [Name in StaticName]?: PackageFile } = {
  'player.js': {
    path: 'lottie-web/build/player/lottie_light.min.js',
    notice:
      '/*! lottie-web, Copyright (c) 2015 Bodymovin, MIT: https://github.com/airbnb/lottie-web/blob/master/LICENSE.md */\n',
  },
}

/** Modules of a search box with results while typing, each after those that it imports. */
export const BOX_PARTS: readonly string[] = [
  'search/ask.js',
  'search/asking.js',
  'search/composition.js',
  'search/options.js',
  'search/recent.js',
  'search/seen.js',
  'search/hotkeys.js',
  'search/combobox.js',
]

/** Files that are written in parts: style sheets in the order in which their rules hold, scripts as `joinScripts` takes them. */
const PARTS: { readonly [Name in StaticName]?: readonly string[] } = {
  'page.js': ['page.js', 'reading.js'],
  'theme.js': ['theme.js', 'sidebar.js'],
  'style.css': [
    'style/base.css',
    'style/header.css',
    'style/search.css',
    'style/navigation.css',
    'style/sidebar.css',
    'style/ways.css',
    'style/look.css',
    'style/menus.css',
    'style/article.css',
    'style/code.css',
    'style/blocks.css',
    'style/reading.css',
    'style/splash.css',
    'style/footer.css',
    'style/results.css',
    'style/screens.css',
  ],
  'icons.css': [
    'icons/frame.css',
    'icons/list.css',
    'icons/art.css',
    'icons/icon.css',
    'icons/customise.css',
    'icons/copy.css',
    'icons/dialog.css',
    'icons/screens.css',
  ],
  'search.js': [...BOX_PARTS, 'search/box.js'],
  'icon.js': ['motion.js', 'tabs.js', 'icon.js', 'customise.js'],
}

const HASH_DIGITS = 12

const require = createRequire(import.meta.url)

/**
 * Reads the files beside this module (in `src` and, copied by the build, in `dist`) and those of packages. Throws if one is
 * missing.
 */
export function loadStaticFiles(): StaticFiles {
  return STATIC_NAMES.map((name) => {
    const bytes = readStaticFile(name)
    const hash = createHash('sha256').update(bytes).digest('hex').slice(0, HASH_DIGITS)
    const dot = name.lastIndexOf('.')
    const urlPath = `/_/${name.slice(0, dot)}.${hash}${name.slice(dot)}`
    return { name, urlPath, mediaType: MEDIA_TYPES[name], bytes, etag: `"${hash}"` }
  })
}

function readStaticFile(name: StaticName): Uint8Array {
  const file = PACKAGE_FILES[name]
  if (file !== undefined) return Buffer.concat([Buffer.from(file.notice), readFileSync(require.resolve(file.path))])
  return Buffer.from(readStaticText(name))
}

/** The text of a file that is no package's. */
export function readStaticText(name: StaticName): string {
  const parts = (PARTS[name] ?? [name]).map(readStatic)
  if (name.endsWith('.css')) return joinSheets(parts)
  return name.endsWith('.js') ? joinScripts(parts) : parts.join('')
}

/** @param path of a file below `static` */
export function readStatic(path: string): string {
  return readFileSync(new URL(`static/${path}`, import.meta.url), 'utf8')
}

export function assetUrls(files: StaticFiles): AssetUrls {
  return Object.fromEntries(files.map((file) => [file.name, file.urlPath])) as Record<StaticName, string>
}
