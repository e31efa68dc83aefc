import { text } from '../../../http/route/reply.ts'
import type { Reply } from '../../../http/route/reply.ts'
import type { Endpoint } from '../../../http/route/route.ts'
import type { Guide, IconsService } from '../../../icons/icons-service.ts'
import { NO_SUCH_ADDRESS } from './refusals.ts'
import { FILE_CACHING } from './replies.ts'

const MARKDOWN = 'text/markdown; charset=utf-8'
const PREFIX = '/docs/'
const NAME = /^([a-z0-9-]+)\.md$/

/** `/docs/{guide}`: a guide as Markdown, or the list of them. */
export function getGuide(icons: IconsService, siteUrl: string): Endpoint {
  return {
    answer({ path }) {
      const slug = NAME.exec(path.slice(PREFIX.length))?.[1]
      if (slug === undefined) return NO_SUCH_ADDRESS
      return {
        key: `guide ${slug}`,
        produce() {
          const found = slug === 'index' ? guideIndex(icons.guides, siteUrl) : icons.guide(slug)?.markdown
          return Promise.resolve(found === undefined ? null : markdownReply(found, icons.content))
        },
        absent: () => NO_SUCH_ADDRESS,
      }
    },
  }
}

function markdownReply(markdown: string, content: string): Reply {
  return {
    status: 200,
    mediaType: MARKDOWN,
    body: text(markdown),
    cacheControl: FILE_CACHING,
    tagged: true,
    ranges: true,
    content,
  }
}

/** The list of guides as Markdown, `/docs/index.md`. */
function guideIndex(guides: readonly Omit<Guide, 'markdown'>[], siteUrl: string): string {
  const items = guides.map(({ description, slug, title }) => `- [${title}](${siteUrl}/docs/${slug}.md): ${description}`)
  return `# Guides to the icons\n\n${items.join('\n')}\n`
}
