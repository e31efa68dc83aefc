import type { IconsService } from '../../../icons/icons-service.ts'
import type { SharedResources } from '../../../mcp/features/resource.ts'

const SCHEME = 'guide://'
const MARKDOWN = 'text/markdown'

/** Resources `guide://{slug}`: guides as Markdown. All are listed, since they are few. */
export function guideResources(icons: IconsService): SharedResources {
  return {
    version: () => icons.generation,
    changes: true,
    list: () =>
      icons.guides.map(({ slug, title, description }) => ({
        uri: SCHEME + slug,
        name: slug,
        title,
        description,
        mimeType: MARKDOWN,
      })),
    templates: [{ uriTemplate: `${SCHEME}{slug}`, name: 'guide', title: 'Guide', mimeType: MARKDOWN }],
    read(uri) {
      const guide = uri.startsWith(SCHEME) ? icons.guide(uri.slice(SCHEME.length)) : null
      return guide === null ? null : [{ uri, mimeType: MARKDOWN, text: guide.markdown }]
    },
  }
}
