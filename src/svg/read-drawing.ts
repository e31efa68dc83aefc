import { UnusableFileError } from '../shared/unusable-file-error.ts'
import { allowSvg } from './allow-svg.ts'
import { parseSvg } from './parse-svg.ts'
import { DRAWING_RULES } from './rules.ts'
import type { SvgElement } from './svg-element.ts'
import { writeSvg } from './write-svg.ts'

export interface Drawing {
  /** The rewritten file. */
  readonly text: string
  /** Size in pixels of CSS; null: the file does not tell it. */
  readonly size: { readonly width: number; readonly height: number } | null
}

/** Largest drawing that is read, since its parsed form takes many times the memory of the file. */
export const DRAWING_LIMIT_BYTES = 4 * 1_048_576

const PIXELS: Readonly<Record<string, number>> = {
  '': 1,
  px: 1,
  pt: 4 / 3,
  pc: 16,
  mm: 96 / 25.4,
  cm: 96 / 2.54,
  in: 96,
}
const LENGTH = /^\s*(\d+(?:\.\d+)?|\.\d+)(px|pt|pc|mm|cm|in|)\s*$/i

/** Entities that a document type declares with a plain text, as Adobe Illustrator writes its namespaces. */
const ENTITY = /<!ENTITY\s+([\w.-]{1,64})\s+(?:"([^"&%<]{0,200})"|'([^'&%<]{0,200})')\s*>/g
const ENTITY_LIMIT = 64

/**
 * Reads an SVG file of documentation and rewrites it from its allowed parts; nothing else of the file is passed on. The
 * result can neither run nor load anything as a document of its own. It may lack parts that could.
 * @throws {UnusableFileError} when it is no SVG, or larger than the limits
 */
export function readDrawing(bytes: Uint8Array): Drawing {
  if (bytes.length > DRAWING_LIMIT_BYTES) throw new UnusableFileError(`it is larger than ${DRAWING_LIMIT_BYTES} bytes`)
  const text = decode(bytes)
  const root = allowSvg(parseSvg(text, createResolver(declaredEntities(text))), DRAWING_RULES)
  return { text: writeSvg(root), size: sizeOf(root) }
}

/** Declaration of the encoding that Adobe Illustrator names by default. */
const LATIN = /^(<\?xml[^>]{0,100}\bencoding\s*=\s*["'])(?:iso-8859-1|us-ascii)(?=["'])/i

function decode(bytes: Uint8Array): string {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  if (LATIN.test(buffer.toString('latin1', 0, 200))) return buffer.toString('latin1').replace(LATIN, '$1utf-8')
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new UnusableFileError('it is not UTF-8')
  }
}

function declaredEntities(text: string): ReadonlyMap<string, string> {
  const entities = new Map<string, string>()
  const start = text.indexOf('<!DOCTYPE')
  if (start < 0) return entities
  const end = text.indexOf(']', start)
  for (const [, name = '', double, single] of text.slice(start, end < 0 ? start : end).matchAll(ENTITY)) {
    if (entities.size < ENTITY_LIMIT) entities.set(name, double ?? single ?? '')
  }
  return entities
}

/** A short reference may stand for a long text, so what all references stand for has the limit of a file. */
function createResolver(entities: ReadonlyMap<string, string>): (name: string) => string | undefined {
  let resolvedBytes = 0
  return (name) => {
    const value = entities.get(name)
    resolvedBytes += Buffer.byteLength(value ?? '')
    if (resolvedBytes > DRAWING_LIMIT_BYTES)
      throw new UnusableFileError(`its entities stand for more than ${DRAWING_LIMIT_BYTES} bytes`)
    return value
  }
}

/** By the attributes of the root; a width or height alone is completed by the view box. */
function sizeOf({ attributes }: SvgElement): Drawing['size'] {
  const box = (attributes['viewBox'] ?? '')
    .trim()
    .split(/[\s,]+/)
    .map(Number)
  const [boxWidth = 0, boxHeight = 0] = box.length === 4 ? box.slice(2) : []
  const ratio = boxWidth > 0 && boxHeight > 0 ? boxWidth / boxHeight : null
  const width = pixels(attributes['width'])
  const height = pixels(attributes['height'])
  if (width !== null && height !== null) return { width, height }
  if (ratio === null) return null
  if (width !== null) return { width, height: width / ratio }
  if (height !== null) return { width: height * ratio, height }
  return { width: boxWidth, height: boxHeight }
}

function pixels(length: string | undefined): number | null {
  const [, number, unit = ''] = LENGTH.exec(length ?? '') ?? []
  const value = Number(number) * (PIXELS[unit.toLowerCase()] ?? Number.NaN)
  return value > 0 ? value : null
}
