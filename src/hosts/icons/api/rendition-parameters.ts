import { z } from 'zod'
import type { Parameter } from '../../../http/route/parameters.ts'
import { readColour, readSize, readSpeed, type Rendition } from '../../../icons/rendition/rendition.ts'

const CODE = 'invalid_rendition'
const COLOUR_FAULT = 'Give color six hexadecimal digits, such as e11d48.'
const SIZE_FAULT = 'Give size a whole number of pixels from 16 to 512.'
const SPEED_FAULT = 'Give speed a number from 0.25 to 4 with at most two decimals.'
const STILL_FAULT = 'Give still the value 1, or leave it out.'

/** Query parameters of a file that is to be changed. */
export const RENDITION_PARAMETERS = {
  color: {
    schema: readWith(readColour, COLOUR_FAULT),
    form: 'text',
    code: CODE,
    description: 'Colour of a drawing in one colour, as hexadecimal digits.',
    required: false,
  },
  size: {
    schema: readWith(readSize, SIZE_FAULT),
    form: 'text',
    code: CODE,
    description: 'The longer side of an SVG file, in pixels.',
    required: false,
  },
  speed: {
    schema: readWith(readSpeed, SPEED_FAULT),
    form: 'text',
    code: CODE,
    description: 'How many times as fast the icon moves.',
    required: false,
  },
  still: {
    schema: z
      .literal('1', STILL_FAULT)
      .optional()
      .transform((value) => value === '1'),
    form: 'text',
    code: CODE,
    description: 'An SVG file without its motion.',
    required: false,
  },
} as const satisfies Record<string, Parameter>

export function toRendition(query: {
  readonly color: string | null
  readonly size: number | null
  readonly speed: number | null
  readonly still: boolean
}): Rendition {
  return { colour: query.color, sizePx: query.size, speed: query.speed ?? 1, still: query.still }
}

function readWith<Value>(read: (text: string) => Value | null, fault: string): z.ZodType<Value | null> {
  return z
    .string()
    .optional()
    .transform((text, context) => {
      if (text === undefined) return null
      const value = read(text)
      if (value === null) context.addIssue(fault)
      return value
    })
}
