import { z } from 'zod'
import { FALLBACK_LOCALE, LOCALES } from '../../shared/locale.ts'
import { checkGlob } from './glob.ts'
import { isInside } from './inside.ts'
import { findSharedNames } from '../locales/locale-names.ts'
import { addFault, localised, text } from './text-schemas.ts'
import { lookMembers } from './look-config.ts'
import { checkNewAddress, checkOldAddress, REDIRECT_LIMIT } from './redirects.ts'
import { VERSION_LIMIT, VERSION_LIMIT_CHARS } from '../versions/doc-version.ts'

/** Kinds of folders that a source can be. */
const SOURCE_KINDS = [
  'markdown',
  'html',
  'docusaurus',
  'vitepress',
  'starlight',
  'hugo',
  'mintlify',
  'nextra',
  'fumadocs',
  'mkdocs',
  'book',
  'folder',
] as const

const SOURCE_LIMIT = 50
const ALIAS_LIMIT = 16
const GLOB_LIMIT = 100
const FOLDER_LIMIT_CHARS = 1024

const alias = z
  .string('must be text')
  .regex(/^[A-Za-z0-9][\w-]{0,63}$/, 'must be the name of one folder, such as zh-cn')
  .meta({ examples: ['zh-cn', 'zh-Hans', 'ko-KR'] })
// A locale without a value, `en:`, is one without aliases.
const aliases = z.array(alias).max(ALIAS_LIMIT).nullable()

const globs = z.array(z.string().superRefine((glob, context) => addFault(context, checkGlob(glob)))).max(GLOB_LIMIT)

const source = z.strictObject({
  folder: text(FOLDER_LIMIT_CHARS)
    .refine(isInside, 'must be a folder below the folder of site.yaml, such as docs or . for that folder itself')
    .meta({ description: 'Folder with the files, relative to that of site.yaml. `.` is that folder itself.' }),
  kind: z
    .enum(SOURCE_KINDS)
    .optional()
    .meta({ description: 'What wrote or reads the folder. Without it, the kind is recognised by its files.' }),
  mount: text(FOLDER_LIMIT_CHARS)
    .regex(
      /^[^/\\?#%\s]+(?:\/[^/\\?#%\s]+)*$/,
      'must be a path such as guides or guides/server, without slashes around it',
    )
    .refine(isInside, 'must not contain the segments . or ..')
    .optional()
    .meta({ description: 'Path below which the pages of the source appear in each locale: `guides/server`.' }),
  locale: z
    .enum(LOCALES)
    .optional()
    .meta({ description: 'Locale of the whole source, where neither its folders nor its pages name one.' }),
  version: text(VERSION_LIMIT_CHARS)
    .optional()
    .meta({
      description:
        'Version of all pages of the source, such as `2.x`. Without it, the source tells, or its pages are of every version.',
      examples: ['2.x', 'next'],
    }),
  include: globs.optional().meta({
    description: 'Globs of the files to read, relative to the folder: `*`, `?`, `**` and `{a,b}`. Without it, all.',
  }),
  exclude: globs.optional().meta({ description: 'Globs of files to leave out. They win over `include`.' }),
  selector: text(1000).optional().meta({
    description: 'CSS selector of the content of pages of a built site, where the choice of the reader is wrong.',
  }),
})

const version = z.strictObject({
  name: text(VERSION_LIMIT_CHARS).meta({
    description: 'Name of the version, as requests and sources give it.',
    examples: ['2.x'],
  }),
  label: text(VERSION_LIMIT_CHARS).optional().meta({ description: 'Name for readers. Without it, the name.' }),
  default: z.boolean('must be true or false').optional().meta({
    description: 'Whether this version is the one that is searched and listed unless a request names another.',
  }),
})

const redirects = z
  .record(
    z.string().superRefine((from, context) => addFault(context, checkOldAddress(from))),
    z.string().superRefine((to, context) => addFault(context, checkNewAddress(to))),
  )
  .refine((all) => Object.keys(all).length <= REDIRECT_LIMIT, `must have at most ${REDIRECT_LIMIT} redirects`)

/** Schema of `site.yaml`. `docs/site.schema.json` is generated from it. */
export const siteSchema = z
  .strictObject({
    name: localised(200).optional().meta({
      description:
        'Name of the documentation: one text, or one for each locale. It wins over the title of the home page.',
    }),
    description: localised(1000).optional().meta({
      description: 'What the documentation is about, for llms.txt, where the home page has no description.',
    }),
    url: z
      .string('must be text')
      .max(2048)
      .superRefine((url, context) => addFault(context, checkSiteUrl(url)))
      .optional()
      .meta({
        description:
          'Address of the site beside which Signpost works. Results lead there, and no HTML page is served here.',
        examples: ['https://docs.example.com', 'https://example.com/docs'],
      }),
    locales: z
      .strictObject({ en: aliases.optional(), zh: aliases.optional(), ko: aliases.optional() })
      .refine((locales) => Object.keys(locales).length > 0, 'must name at least one of en, zh and ko')
      .superRefine((locales, context) => {
        for (const { locale, at, other } of findSharedNames(locales)) {
          context.addIssue({ code: 'custom', path: [locale, at], message: `is a name of ${other} already` })
        }
      })
      .optional()
      .meta({
        description:
          'Locales that are shown, each with further names of its folders and languages. The first is that of its folder on the site. Without it, all locales are shown.',
      }),
    rootLocale: z
      .enum(LOCALES)
      .optional()
      .meta({
        description: `Locale of pages that lie in no folder of a locale. Without it, their language tells, else it is ${FALLBACK_LOCALE}.`,
      }),
    sources: z.array(source).min(1).max(SOURCE_LIMIT).optional().meta({
      description: 'Folders that are read. Without it, the folder of site.yaml is the one source.',
    }),
    versions: z.array(version).min(1).max(VERSION_LIMIT).optional().meta({
      description:
        'Versions that are shown, the newest first. Those after the default one are older, those before it are not released. Without it, the sources tell.',
    }),
    redirects: redirects.optional().meta({
      description:
        'Old addresses with the new ones: paths such as `/guides/old`, with or without locale, or whole addresses as targets.',
    }),
    ...lookMembers,
  })
  .meta({ title: 'site.yaml of Signpost' })

/** What `site.yaml` says. Every member is optional. */
export type SiteConfig = z.output<typeof siteSchema>

/** One folder of content. */
export type SourceConfig = z.output<typeof source>

/** Fault of the address of a site, or null. */
function checkSiteUrl(text: string): string | null {
  if (!URL.canParse(text)) return 'must be a whole address such as https://docs.example.com'
  const url = new URL(text)
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return 'must begin with https:// or http://'
  if (url.username !== '' || url.password !== '') return 'must have no user name and no password'
  return /[?#]/.test(text) ? 'must have no query and no fragment' : null
}
