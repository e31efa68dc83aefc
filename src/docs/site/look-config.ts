import { z } from 'zod'
import { fileType } from '../files/file-types.ts'
import { checkAccent, isColour } from './accent.ts'
import { isInside } from './inside.ts'
import { SERVICES } from './services.ts'
import { addFault, localised, text } from './text-schemas.ts'
import { checkNewAddress } from './redirects.ts'

const PATH_LIMIT_CHARS = 1024
const ADDRESS_LIMIT_CHARS = 2048
/** Characters of the text of a link. */
export const LABEL_LIMIT_CHARS = 100
/** Characters of the text below every page. */
export const FOOTER_LIMIT_CHARS = 1000
/** Links and menus of the header for one locale. */
export const NAVIGATION_LIMIT = 12
/** Links of one menu of the header. */
export const MENU_LINK_LIMIT = 20
/** Groups of links of the footer for one locale, and links of one. */
export const GROUP_LIMIT = 6
export const GROUP_LINK_LIMIT = 12
const CONTACT_LIMIT = 5

/** An image below the folder of `site.yaml`. */
const image = text(PATH_LIMIT_CHARS).superRefine((path, context) => {
  if (!isInside(path)) addFault(context, 'must be a file below the folder of site.yaml, such as public/logo.svg')
  else if (fileType(path)?.image !== true) addFault(context, 'must be an image: svg, png, webp, avif, jpg, gif or ico')
})

function accent(theme: 'light' | 'dark') {
  return z.string('must be text').superRefine((colour, context) => {
    if (!isColour(colour)) addFault(context, 'must be a colour such as "#0a7c5c", in quotes')
    else addFault(context, checkAccent(colour, theme))
  })
}

const label = localised(LABEL_LIMIT_CHARS).meta({
  description: 'Text of the link. A locale without one does not have it.',
})
const to = z
  .string('must be text')
  .superRefine((to, context) => addFault(context, checkNewAddress(to)))
  .meta({ description: 'Path of a page, which stays in the locale of the reader, or a whole address.' })
const link = z.strictObject({ label, to })

const entry = z
  .strictObject({
    label,
    to: to.optional(),
    icon: z
      .enum(SERVICES, `must be one of ${SERVICES.join(', ')}`)
      .optional()
      .meta({ description: 'Icon of a service that is shown in place of the text, which names it.' }),
    links: z
      .array(link)
      .min(1)
      .max(MENU_LINK_LIMIT)
      .optional()
      .meta({ description: 'Links of a menu, in place of `to`.' }),
  })
  .refine(({ links, to }) => (links === undefined) !== (to === undefined), 'must have either `to` or `links`')
  .refine(({ icon, links }) => icon === undefined || links === undefined, 'has `links`, so it must not have an `icon`')

function webAddress(what: RegExp, must: string) {
  return text(ADDRESS_LIMIT_CHARS).refine(
    (address) => /^\S+$/.test(address) && what.test(address) && URL.canParse(address),
    must,
  )
}

const HTTPS = /^https:\/\//i

/** Members of `site.yaml` for what pages look like and lead to. */
export const lookMembers = {
  logo: z
    .union(
      [
        image,
        z.strictObject({
          light: image,
          dark: image.optional(),
          replacesName: z.boolean('must be true or false').optional(),
        }),
      ],
      'must be an image, or images for light and dark',
    )
    .optional()
    .meta({
      description:
        'Image before the name in the header, or one for each theme. `replacesName`: it shows the name, so no text does. Without it, the configuration of the source tells.',
    }),
  favicon: image.optional().meta({
    description: 'Image of the site in tabs and bookmarks. Without it, the configuration of the source tells.',
  }),
  image: z
    .union([image, z.literal(false)], 'must be an image, or false')
    .optional()
    .meta({
      description:
        'Image that other sites show where a page is shared: PNG or JPEG, best 1200 × 630 pixels. Without it, a picture is drawn for each page; `false` for no picture.',
    }),
  accent: z
    .union(
      [accent('light'), z.strictObject({ light: accent('light'), dark: accent('dark') })],
      'must be a colour, or colours for light and dark',
    )
    .optional()
    .meta({
      description:
        'Colour of links and marks, or one for each theme. From a single one, that of the dark theme is made. They must be readable. Without it, the style sheets of the source tell.',
      examples: ['#1e5c97'],
    }),
  navigation: z.array(entry).max(NAVIGATION_LIMIT).optional().meta({
    description: 'Links in the header, or menus of links. Without it, the configuration of the source tells.',
  }),
  footer: z
    .strictObject({
      text: localised(FOOTER_LIMIT_CHARS)
        .optional()
        .meta({ description: 'Text below the links, such as a copyright.' }),
      groups: z
        .array(
          z.strictObject({ title: localised(LABEL_LIMIT_CHARS), links: z.array(link).min(1).max(GROUP_LINK_LIMIT) }),
        )
        .max(GROUP_LIMIT)
        .optional()
        .meta({ description: 'Links in groups.' }),
    })
    .optional()
    .meta({ description: 'What stands below every page. Without it, the configuration of the source tells.' }),
  editUrl: webAddress(/^https:\/\/[^{}]*\{path\}[^{}]*$/i, 'must begin with https:// and have {path} in it once')
    .optional()
    .meta({
      description:
        'Address at which a page is edited, with `{path}` for the path of its file below the folder of site.yaml.',
      examples: ['https://github.com/example/docs/edit/main/{path}'],
    }),
  security: z
    .strictObject({
      contact: z
        .array(webAddress(/^(?:https:\/\/|mailto:|tel:)/i, 'must begin with https://, mailto: or tel:'))
        .min(1)
        .max(CONTACT_LIMIT)
        .meta({ description: 'Where vulnerabilities are reported: addresses such as `mailto:security@example.com`.' }),
      expires: z.iso
        .datetime({ offset: true, error: 'must be a time in quotes such as "2027-06-30T00:00:00Z"' })
        .meta({ description: 'Until when this holds. Later, the file is not served.' }),
      policy: webAddress(HTTPS, 'must begin with https://').optional(),
      encryption: webAddress(HTTPS, 'must begin with https://').optional(),
      acknowledgments: webAddress(HTTPS, 'must begin with https://').optional(),
    })
    .optional()
    .meta({ description: 'Members of `/.well-known/security.txt` (RFC 9116).' }),
} as const
