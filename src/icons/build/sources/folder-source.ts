import { lstatSync, readdirSync, readFileSync, realpathSync, statSync } from 'node:fs'
import { join, sep } from 'node:path'
import { z } from 'zod'
import type { CatalogueFault } from '../../catalogue.ts'
import { ICON_ID } from '../../icon-record.ts'
import { titleOf, type SourceFile, type SourceIcon, type SourceIcons } from '../source-icon.ts'
import { author, license, words, type FolderSource, type Sources } from '../sources.ts'

/** `<name>.meta.json`: facts that the folder's entry in sources.json lacks, or that differ from it. */
const SIDECAR = z.strictObject({
  title: z.string().trim().min(1).max(200).optional(),
  category: z.string().optional(),
  tags: words.default([]),
  aliases: words.default([]),
  loop: z.boolean().optional(),
  license: license.optional(),
  author: author.optional(),
})

type Sidecar = z.infer<typeof SIDECAR>

const FILE_LIMIT = 20_000
const SIDECAR_LIMIT_BYTES = 65_536
const NAME_LIMIT_CHARS = 100

/** Files that people keep beside icons. */
const ASIDE = /^(?:\..*|readme.*|licen[cs]e.*|notice.*|copying.*)$/i

const ICON_FILE = /^(?<name>.+?)(?<ext>\.meta\.json|\.svg|\.json)$/

interface Found {
  svg?: SourceFile
  lottie?: SourceFile
  sidecar?: { readonly file: string; readonly path: string }
}

/**
 * Lists an operator's own icons. Only their sidecars are read now; a file that is no icon is detected later. A file
 * that cannot be used is reported and skipped.
 */
export function readFolderSource(contentDir: string, source: FolderSource, known: Sources['categories']): SourceIcons {
  const faults: CatalogueFault[] = []
  const icons: SourceIcon[] = []
  const categories = new Set(known.map(({ id }) => id))
  const fault = (file: string, reason: string): void => void faults.push({ file, reason })
  const top = realFolder(join(contentDir, 'icons'), source.folder)
  if (top === null) {
    fault(`icons/${source.folder}`, 'this is not a folder below content/icons that can be read')
    return { icons, changedAt: 0, faults }
  }
  let files = 0
  if (source.styles.length === 0) visit(top, `icons/${source.folder}`, '')
  for (const style of source.styles) {
    const folder = realFolder(top, style)
    if (folder === null) fault(`icons/${source.folder}/${style}`, 'this is not a folder that can be read')
    else visit(folder, `icons/${source.folder}/${style}`, style)
  }
  return { icons, changedAt: 0, faults }

  function visit(folder: string, label: string, style: string): void {
    for (const [name, found] of listIcons(folder, label)) {
      const { svg = null, lottie = null } = found
      if (svg === null && lottie === null) {
        fault(found.sidecar?.file ?? label, 'there is no icon of this name')
        continue
      }
      const sidecar = found.sidecar === undefined ? null : readSidecar(found.sidecar)
      icons.push({
        set: source.id,
        name,
        title: sidecar?.title ?? titleOf(name),
        style,
        category: sidecar?.category ?? source.category,
        aliases: sidecar?.aliases ?? [],
        tags: [...(sidecar?.tags ?? []), ...source.tags],
        loop: sidecar?.loop ?? null,
        svg,
        lottie,
        license: sidecar?.license ?? source.license,
        author: sidecar?.author ?? source.author,
        source: { package: `icons/${source.folder}`, version: source.version },
      })
    }
  }

  function listIcons(folder: string, label: string): Map<string, Found> {
    const byName = new Map<string, Found>()
    for (const entry of readdirSync(folder).toSorted()) {
      const file = `${label}/${entry}`
      if (ASIDE.test(entry) || (style(entry) && isFolder(join(folder, entry)))) continue
      files += 1
      if (files > FILE_LIMIT) {
        fault(file, `there are more than ${FILE_LIMIT} files; this one and what follows is left out`)
        break
      }
      const path = realFile(folder, entry)
      const { name, ext } = ICON_FILE.exec(entry)?.groups ?? {}
      if (name === undefined || ext === undefined) fault(file, 'its name ends neither in .svg nor in .json')
      else if (!ICON_ID.test(name) || name.length > NAME_LIMIT_CHARS) {
        fault(file, 'its name must be lower-case letters and digits, joined by single hyphens')
      } else if (path === null) fault(file, 'this is no regular file below its folder')
      else {
        const found = byName.get(name) ?? {}
        if (ext === '.svg') found.svg = { file, path }
        else if (ext === '.json') found.lottie = { file, path }
        else found.sidecar = { file, path }
        byName.set(name, found)
      }
    }
    return byName
  }

  function style(entry: string): boolean {
    return source.styles.includes(entry)
  }

  function readSidecar({ file, path }: { readonly file: string; readonly path: string }): Sidecar | null {
    try {
      if (statSync(path).size > SIDECAR_LIMIT_BYTES) throw new Error(`it is larger than ${SIDECAR_LIMIT_BYTES} bytes`)
      const sidecar = SIDECAR.parse(JSON.parse(readFileSync(path, 'utf8')))
      if (sidecar.category === undefined || categories.has(sidecar.category)) return sidecar
      throw new Error(`its category "${sidecar.category}" is not in sources.json`)
    } catch (error) {
      const reason = error instanceof z.ZodError ? z.prettifyError(error) : (error as Error).message
      fault(file, `it is ignored, and the icon is served without it: ${reason}`)
      return null
    }
  }
}

/** Real path of a folder; null when it is no folder, or a link out of `parent`. */
function realFolder(parent: string, name: string): string | null {
  try {
    const real = realpathSync(join(parent, name))
    return isBelow(realpathSync(parent), real) && statSync(real).isDirectory() ? real : null
  } catch {
    return null
  }
}

/** Real path of a regular file; null when it is not one, or a link out of `folder`. */
function realFile(folder: string, name: string): string | null {
  try {
    const real = realpathSync(join(folder, name))
    return isBelow(folder, real) && lstatSync(real).isFile() ? real : null
  } catch {
    return null
  }
}

function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory()
  } catch {
    return false
  }
}

function isBelow(folder: string, path: string): boolean {
  return path.startsWith(folder + sep)
}
