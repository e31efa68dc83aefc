import { z } from 'zod'
import { ICON_EXTENSIONS, ICON_ID } from '../../../icons/icon-record.ts'

export const license = z.object({
  spdx: z.string().meta({ description: 'SPDX identifier' }),
  url: z.url().meta({ description: 'Text of the licence' }),
})
export const author = z.object({ name: z.string(), url: z.url() })

/** Choices §3. */
export const iconRecord = z.looseObject({
  id: z.string().regex(ICON_ID).meta({ description: 'Never changes for the same source icon' }),
  name: z.string().meta({ description: 'Name within its set' }),
  title: z.string().meta({ description: 'Name for people' }),
  set: z.string(),
  category: z.string(),
  style: z.string().meta({ description: 'Empty in a set without styles' }),
  tags: z.array(z.string()).meta({ description: 'Words that find it, in several languages' }),
  aliases: z.array(z.string()).meta({ description: 'Other names of it' }),
  width: z.number().meta({ description: 'Of the view box, in its own units' }),
  height: z.number().meta({ description: 'Of the view box, in its own units' }),
  frameRate: z.number().nullable().meta({ description: 'Frames a second; null for SVG animation' }),
  durationMs: z.number().nullable().meta({ description: 'Of one run, in milliseconds, where it is known' }),
  loop: z.boolean(),
  formats: z.array(
    z.object({
      ext: z.enum(ICON_EXTENSIONS),
      mediaType: z.string(),
      url: z.url().meta({ description: 'Its content never changes' }),
      bytes: z.int(),
      sha256: z.string().meta({ description: 'Of the uncompressed file, in hex' }),
    }),
  ),
  variants: z.array(z.string()).meta({ description: 'Ids of the same icon in other styles' }),
  license,
  author,
  source: z.object({ package: z.string(), version: z.string() }),
})
