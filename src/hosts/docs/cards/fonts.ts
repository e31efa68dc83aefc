import { closeSync, existsSync, fstatSync, openSync, readSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { Sharp } from 'sharp'
import { reasonOf } from '../../../shared/reason.ts'

/** Largest font file. */
const FONT_LIMIT_BYTES = 64 * 1_048_576

/** First four bytes of TrueType, of OpenType with other outlines, and of a collection. */
const SIGNATURES = new Set(['\0\x01\0\0', 'true', 'OTTO', 'ttcf'])

/** Where systems have fonts for Chinese, Japanese and Korean: Debian and Ubuntu, Alpine, Arch, and twice Fedora. */
const SYSTEM_FOLDERS = [
  '/usr/share/fonts/opentype/noto',
  '/usr/share/fonts/noto',
  '/usr/share/fonts/noto-cjk',
  '/usr/share/fonts/google-noto-cjk',
  '/usr/share/fonts/google-noto-sans-cjk-fonts',
]
const SYSTEM_FILES = ['NotoSansCJK-Regular.ttc', 'NotoSansCJK-Medium.ttc', 'NotoSansCJK-Bold.ttc']
const PACKAGE_FILES = ['500Medium/Geist_500Medium.ttf', '600SemiBold/Geist_600SemiBold.ttf']

/** Family of the package, which is tried first. */
export const OWN_FAMILY = 'Geist'

/** Font files of the system at the places where packages of Noto Sans CJK put them. */
export function systemFonts(): string[] {
  return SYSTEM_FOLDERS.flatMap((folder) => SYSTEM_FILES.map((name) => join(folder, name))).filter(existsSync)
}

/**
 * Makes the fonts of the package and of these files those with which texts are written.
 *
 * @returns files that are no fonts, with the reason
 */
export async function loadFonts(sharp: (input: object) => Sharp, files: readonly string[]): Promise<string[]> {
  const require = createRequire(import.meta.url)
  const faults: string[] = []
  for (const file of [...PACKAGE_FILES.map((name) => require.resolve(`@expo-google-fonts/geist/${name}`)), ...files]) {
    const fault = fontFault(file)
    if (fault !== null) faults.push(`${file}: ${fault}`)
    // The library keeps a file that it was named once.
    else await sharp({ text: { text: 'A', fontfile: file } }).toBuffer()
  }
  return faults
}

/** The library is silent about files that are no fonts. */
function fontFault(path: string): string | null {
  let fd: number | null = null
  try {
    fd = openSync(path, 'r')
    const stats = fstatSync(fd)
    if (!stats.isFile()) return 'it is no regular file'
    if (stats.size > FONT_LIMIT_BYTES) return `it is larger than ${FONT_LIMIT_BYTES} bytes`
    const head = Buffer.alloc(4)
    readSync(fd, head, 0, 4, 0)
    return SIGNATURES.has(head.toString('latin1')) ? null : 'it is no TrueType or OpenType font'
  } catch (error) {
    return `it cannot be read: ${reasonOf(error)}`
  } finally {
    if (fd !== null) closeSync(fd)
  }
}
