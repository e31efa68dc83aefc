import { ICON_ID } from '../../../icons/icon-record.ts'
import type { IconRecord } from '../../../icons/icon-record.ts'
import type { IconsService } from '../../../icons/icons-service.ts'
import type { ResourceContents, SharedResources } from '../../../mcp/features/resource.ts'
import { decode } from '../../../mcp/tool-kit/results.ts'

const SCHEME = 'icon://'

/**
 * Resources `icon://{id}`: the record, followed by the SVG. Thousands of icons are too many for a list, so they have only a
 * template; search_icons finds them.
 */
export function iconResources(icons: IconsService): SharedResources {
  return {
    version: () => 0,
    changes: true,
    list: () => [],
    templates: [
      {
        uriTemplate: `${SCHEME}{id}`,
        name: 'icon',
        title: 'Icon',
        description: 'An animated icon: its record as JSON, and its SVG. search_icons gives ids.',
        mimeType: 'application/json',
      },
    ],
    read(uri) {
      const id = uri.slice(SCHEME.length)
      if (!uri.startsWith(SCHEME) || !ICON_ID.test(id)) return null
      const record = icons.icon(id)
      return record === null ? null : readRecord(icons, uri, decode(record))
    },
  }
}

async function readRecord(icons: IconsService, uri: string, json: string): Promise<readonly ResourceContents[]> {
  const { id, formats } = JSON.parse(json) as IconRecord
  const record = { uri, mimeType: 'application/json', text: json }
  const svg = formats.find(({ ext }) => ext === 'svg')
  const answer = svg === undefined ? null : await icons.asset(id, 'svg')
  // The record has the address of the file, so it is useful without the file too.
  if (svg === undefined || answer?.ok !== true || answer.value === null) return [record]
  return [record, { uri: svg.url, mimeType: svg.mediaType, text: decode(answer.value.bytes) }]
}
