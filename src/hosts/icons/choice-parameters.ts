import { z } from 'zod'
import type { Parameter } from '../../http/route/parameters.ts'
import { TRIGGERS } from '../../icons/embed/embed-input.ts'
import { readColour, readSize, readSpeed } from '../../icons/rendition/rendition.ts'

/** Query parameters of the choices. A bad value counts as none. */
export const CHOICE_PARAMETERS = {
  color: chosen(readColour, 'Colour of the icon, as hexadecimal digits.'),
  size: chosen(readSize, 'Longer side of the icon in pixels, from 16 to 512.'),
  speed: chosen(readSpeed, 'How many times as fast the icon moves, from 0.25 to 4.'),
  trigger: {
    schema: z.enum(TRIGGERS).catch('load'),
    form: 'text',
    code: 'invalid_query',
    description: 'When the icon moves: load, hover or click.',
    required: false,
  },
  inline: {
    schema: z
      .literal('1')
      .nullable()
      .catch(null)
      .transform((value) => value !== null),
    form: 'text',
    code: 'invalid_query',
    description: '1: code holds the drawing.',
    required: false,
  },
} as const satisfies Record<string, Parameter>

function chosen<Value>(read: (text: string) => Value | null, description: string): Parameter<Value | null> {
  const schema = z
    .string()
    .catch('')
    .transform((text) => read(text))
  return { schema, form: 'text', code: 'invalid_query', description, required: false }
}
