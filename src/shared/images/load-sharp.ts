import { fileURLToPath } from 'node:url'

/** Loaders of libvips that are not needed. A test looks for formats that are missing here. */
const BLOCKED = ['Nsgif', 'Tiff', 'Heif', 'Vips', 'Raw', 'Csv', 'Matrix', 'Ppm', 'Rad', 'Analyze', 'Uhdr']

/**
 * Loads the library for images. It reads JPEG, PNG, WebP and SVG alone, since a file can be of another kind than its name says.
 * What is blocked is so for the whole process, and is named one by one: to block all and allow four would stop images of other
 * threads for a moment.
 */
export async function loadSharp(): Promise<typeof import('sharp').default> {
  const { default: sharp } = await import('sharp')
  sharp.cache(false)
  sharp.concurrency(1)
  sharp.block({ operation: BLOCKED.map((format) => `VipsForeignLoad${format}`) })
  return sharp
}

/**
 * Has texts written with the fonts that are named by file, and with none that is installed by chance. Call it in the main thread
 * before any thread writes a text: other threads have a copy of the environment, which the library does not see.
 */
export function ignoreInstalledFonts(): void {
  // The library of fonts reads the configuration in a folder, and in this one there is none.
  process.env['FONTCONFIG_FILE'] = fileURLToPath(new URL('.', import.meta.url))
}
