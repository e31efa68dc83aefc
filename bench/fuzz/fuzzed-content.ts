import { cp, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'

const CONTENT = 'content'
/** Wide enough for every narrower copy. */
const PICTURE_PX = { width: 2400, height: 200 }
const PICTURES = 2

/** Copies the content of the repository, with a page of pictures, which it has not. */
export async function writeFuzzedContent(folder: string): Promise<void> {
  await cp(CONTENT, folder, { recursive: true })
  const section = join(folder, 'docs/en/pictures')
  await mkdir(section, { recursive: true })
  const names = Array.from({ length: PICTURES }, (_, number) => `picture-${number}.png`)
  const shown = names.map((name) => `![A picture](${name})`).join('\n\n')
  await writeFile(join(section, 'index.mdx'), `---\ntitle: Pictures\ndescription: Some pictures.\n---\n\n${shown}\n`)
  for (const [number, name] of names.entries()) {
    const noise = { type: 'gaussian', mean: 128, sigma: 20 + number } as const
    const picture = sharp({ create: { ...PICTURE_PX, channels: 3, noise, background: '#888' } })
    await picture.png({ compressionLevel: 1 }).toFile(join(section, name))
  }
}
