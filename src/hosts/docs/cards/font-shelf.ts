import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { Locale } from '../../../shared/locale.ts'
import { readBounded } from '../../../shared/read-bounded.ts'
import { readFaces, unpackFont, type FontFace } from './font-file.ts'
import { append } from '../../../shared/append.ts'
import { reasonOf } from '../../../shared/reason.ts'

/** First character of the scripts of East Asia. The font of the package has some of their marks, narrow as those of Latin. */
const EAST_ASIA = 0x2e80

/** Largest font file, packed or not. */
const FONT_LIMIT_BYTES = 64 * 1_048_576

/** A face with the file that has it. */
export interface ShelvedFace extends FontFace {
  readonly file: FontFile
}

/** A file whose bytes are read when a text is drawn with it. */
export interface FontFile {
  readonly bytes: () => Buffer
}

/** Fonts with which pictures are written. */
export interface FontShelf {
  /** Faces in the order in which they are tried: the font of the package, those of the operator, those of the system. */
  readonly faces: readonly ShelvedFace[]
  /** Files that could not be read, with the reason. */
  readonly faults: readonly string[]
}

const PACKAGE_FILES = [500, 600].map((weight) => `geist-sans-latin-${weight}-normal.woff`)

/** Where systems have fonts for Chinese, Japanese and Korean: Debian and Ubuntu, Alpine, Arch, and twice Fedora. */
const SYSTEM_FOLDERS = [
  '/usr/share/fonts/opentype/noto',
  '/usr/share/fonts/noto',
  '/usr/share/fonts/noto-cjk',
  '/usr/share/fonts/google-noto-sans-cjk-fonts',
  '/usr/share/fonts/google-noto-cjk',
]
const SYSTEM_FILES = ['NotoSansCJK-Regular.ttc', 'NotoSansCJK-Medium.ttc', 'NotoSansCJK-Bold.ttc']

const require = createRequire(import.meta.url)

/**
 * Reads which characters the fonts have.
 *
 * @param files of the operator, as absolute paths
 * @param systemFolders Default: the usual ones.
 */
export function openFonts(files: readonly string[], systemFolders: readonly string[] = SYSTEM_FOLDERS): FontShelf {
  const faces: ShelvedFace[] = []
  const faults: string[] = []
  const system = systemFolders.flatMap((folder) => SYSTEM_FILES.map((name) => join(folder, name))).filter(existsSync)
  const shipped = PACKAGE_FILES.map((name) => require.resolve(`@fontsource/geist-sans/files/${name}`))
  for (const path of [...shipped, ...files, ...system]) {
    const isShipped = shipped.includes(path)
    const read = (): Buffer => unpackFont(readBounded(path, FONT_LIMIT_BYTES), FONT_LIMIT_BYTES)
    try {
      const bytes = read()
      // The font of the package is in every picture. The others take megabytes.
      const file = { bytes: isShipped ? () => bytes : read }
      faces.push(
        ...readFaces(bytes).map(({ advance, family, weight }) => ({
          family,
          weight,
          file,
          advance: (character: number) => (isShipped && character >= EAST_ASIA ? null : advance(character)),
        })),
      )
    } catch (error) {
      faults.push(`${path}: ${reasonOf(error)}`)
    }
  }
  return { faces, faults }
}

/** Endings of families whose Chinese characters have the forms of a region. */
const REGIONS: Readonly<Record<'zh' | 'ko', RegExp>> = { zh: / SC$/, ko: / KR$/ }

/** Finds for characters of a text the faces that are drawn. */
export function chooseFaces(
  { faces }: FontShelf,
  locale: Locale,
  wantedWeight: number,
): (character: number) => ShelvedFace | null {
  const region = REGIONS[locale === 'ko' ? 'ko' : 'zh']
  const isOfRegion = ({ family }: FontFace): boolean => !/ (?:JP|KR|SC|TC|HK)$/.test(family) || region.test(family)
  const families = new Map<string, ShelvedFace[]>()
  for (const face of faces) if (isOfRegion(face) && !/\bMono\b/.test(face.family)) append(families, face.family, face)
  const distance = ({ weight }: FontFace): number => Math.abs(weight - wantedWeight)
  const tried = [...families.values()].flatMap((each) => each.toSorted((a, b) => distance(a) - distance(b)))
  const known = new Map<number, ShelvedFace | null>()
  return (character) => {
    let face = known.get(character)
    if (face === undefined) {
      face = tried.find((each) => each.advance(character) !== null) ?? null
      known.set(character, face)
    }
    return face
  }
}
