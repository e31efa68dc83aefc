import { z } from 'zod'
import type { DocsService } from '../../../docs/served/docs-service.ts'
import type { Page } from '../../../docs/page.ts'
import { PATH_LIMIT_CHARS, markdownUrl, pageUrl } from '../../../docs/paths.ts'
import { inVersion } from '../../../docs/served/in-version.ts'
import { requestPage } from '../../../docs/served/request-page.ts'
import type { Parameter } from '../../../http/route/parameters.ts'
import { json } from '../../../http/route/reply.ts'
import type { Endpoint } from '../../../http/route/route.ts'
import type { ServiceError } from '../../../http/route/service-error.ts'
import { LOCALES } from '../../../shared/locale.ts'
import { contentReply, languageOf, unavailable } from '../../content-reply.ts'
import { CACHING_HEADERS, SERVER_ERRORS } from './operation.ts'
import { chooseVersion, VERSION_PARAMETER } from './scope.ts'

const PATH_FAULT = 'Give path the site path of a page, such as /en/api/search, or its full address.'

const NO_SUCH_PAGE: ServiceError = {
  ok: false,
  status: 404,
  code: 'page_not_found',
  detail: 'No page has this path, in the locale or in English. Find pages by /api/search or /llms.txt.',
}

const NOT_IN_VERSION = 'No page has this path, in the locale or in English, or it is missing in the version'

/** Query parameters of `/api/page`. The rules of a path beyond its length are those of `parsePagePath`. */
const PAGE_PARAMETERS = {
  path: {
    schema: z.string(PATH_FAULT).min(1, PATH_FAULT).meta({ maxLength: PATH_LIMIT_CHARS }),
    form: 'text',
    code: 'invalid_path',
    description:
      'Site path `/<locale>/<section>/…`, a path without locale (served in English), or a full address of this site.',
    required: true,
  },
  version: {
    ...VERSION_PARAMETER,
    description:
      'Version in which to give the page, by its name. Without it, that of the path. Documentation without versions ignores it.',
  },
} as const satisfies Record<string, Parameter>

/** Interface §2.3. */
export const pageResponse = z.looseObject({
  title: z.string().meta({ description: 'Page title' }),
  description: z.string().nullable().meta({ description: 'Page summary' }),
  locale: z.enum(LOCALES).meta({ description: 'Locale that the page was served in' }),
  version: z.string().optional().meta({ description: 'Version of the page; absent where it belongs to every version' }),
  url: z.url().meta({ description: 'Page address' }),
  markdownUrl: z.url().meta({ description: 'Markdown address' }),
  updatedAt: z.string().nullable().meta({ description: 'When the content last changed, if known (RFC 3339)' }),
  markdown: z.string().meta({ description: 'Full page content as Markdown; MDX components appear as JSX tags' }),
})

interface Site {
  /** Origin of the documentation without a slash at its end. */
  readonly url: string
  /** Origins that are accepted in full addresses. */
  readonly siteOrigins: readonly string[]
}

/** `/api/page`: one page with its Markdown. */
export function getDocPage(docs: DocsService, { siteOrigins, url: siteUrl }: Site): Endpoint<typeof PAGE_PARAMETERS> {
  return {
    parameters: PAGE_PARAMETERS,
    operation: {
      operationId: 'getDocPage',
      summary: 'Get one page',
      description:
        'One page with its metadata and its content as Markdown. A page without a translation is the English one.',
      response: {
        description: 'The page',
        mediaType: 'application/json',
        schema: pageResponse,
        headers: { 'Content-Language': 'Locale that the page was served in', ...CACHING_HEADERS },
      },
      errors: { 400: ['invalid_path', 'invalid_version'], 404: ['page_not_found'], ...SERVER_ERRORS },
    },
    answer({ query }) {
      const asked = requestPage(docs, query.path, siteOrigins)
      if (!asked.ok) return { ok: false, status: 400, code: 'invalid_path', detail: asked.detail, param: 'path' }
      const chosen = chooseVersion(docs.site, query.version)
      if (!chosen.ok) return chosen
      const { name } = chosen.value
      return {
        key: name === null ? asked.key : `in ${JSON.stringify(name)} ${asked.key}`,
        async produce() {
          const { content } = docs
          const answer = await inVersion(docs, name, asked)
          if (!answer.ok) return unavailable(answer)
          if (answer.value === null) return null
          return contentReply('application/json', json(toPageResponse(answer.value, siteUrl)), content, {
            headers: languageOf(answer.value.locale),
            updatedAt: answer.value.updatedAt,
          })
        },
        absent: () => (name === null ? NO_SUCH_PAGE : { ...NO_SUCH_PAGE, detail: `${NOT_IN_VERSION} ${name}.` }),
      }
    },
  }
}

function toPageResponse(
  { title, description, locale, path, siteAddress, updatedAt, version, markdown }: Page,
  siteUrl: string,
): z.output<typeof pageResponse> {
  const url = siteAddress ?? pageUrl(siteUrl, locale, path)
  const addresses = { url, markdownUrl: markdownUrl(siteUrl, locale, path) }
  const named = version === undefined ? {} : { version: version.name }
  return { title, description, locale, ...named, ...addresses, updatedAt, markdown }
}
