import { EMBED_TARGETS } from '../../../icons/embed/embed-input.ts'
import type { IconsService } from '../../../icons/icons-service.ts'

export interface Skill {
  readonly id: 'find_icons' | 'get_icon' | 'get_embed_code' | 'find_guides' | 'read_guide'
  readonly name: string
  readonly description: string
  readonly tags: readonly string[]
  /** Texts, and data parts as JSON, that the agent understands now. */
  readonly examples: readonly string[]
}

/** Preferred ids for examples; a catalogue may have none of them. */
const SHOWN_ICONS = ['meteocons-fill-rain', 'line-md-home', 'svg-spinners-ring-resize']
const SHOWN_GUIDES = 2

/** Lists the skills of the agent for its card. Ids in examples exist in the present catalogue. */
export function skillsOf(icons: Pick<IconsService, 'icon' | 'guides' | 'facets'>): readonly Skill[] {
  const ids = SHOWN_ICONS.filter((id) => icons.icon(id) !== null)
  const slugs = icons.guides.slice(0, SHOWN_GUIDES).map(({ slug }) => slug)
  const sets = icons.facets.sets.map(({ id }) => id)
  return [
    {
      id: 'find_icons',
      name: 'Find icons',
      description:
        'Finds animated icons by what they show, in English, Chinese or Korean, and gives their records with the addresses of their files. ' +
        'A data part asks exactly: {"skill": "find_icons", "query", "limit" (1 to 100, default 10), "offset", "category", "style", "set", "format"}.',
      tags: ['icons', 'animation', 'svg', 'lottie', 'search'],
      examples: [
        'Find a rain icon',
        'Three icons for delete',
        ...(sets.includes('line-md') ? ['loading spinner in line-md'] : []),
        '下雨的图标',
        '로딩 아이콘 찾아줘',
        '{"skill": "find_icons", "query": "sunset", "limit": 3, "format": "svg"}',
      ],
    },
    {
      id: 'get_icon',
      name: 'Get an icon',
      description:
        'Gives one icon by its id: title, set, size, duration, licence, author, files with addresses, and its other styles. ' +
        'Exactly: {"skill": "get_icon", "id"}.',
      tags: ['icons', 'record', 'license', 'assets'],
      examples: ids.flatMap((id, position) => [
        position === 0 ? `Get icon ${id}` : id,
        ...(position === 0 ? [JSON.stringify({ skill: 'get_icon', id })] : []),
      ]),
    },
    {
      id: 'get_embed_code',
      name: 'Get embed code',
      description:
        'Gives code to paste that shows an icon, animated, with its licence and author: for React, Vue, Svelte, HTML, lottie-web or dotLottie. ' +
        `Exactly: {"skill": "get_embed_code", "id", "target" (${EMBED_TARGETS.join(', ')}; default html)}.`,
      tags: ['icons', 'code', 'react', 'vue', 'svelte', 'html'],
      examples: [
        ...ids
          .slice(0, 1)
          .flatMap((id) => [
            `Give me React code for ${id}`,
            `${id} 的 Vue 代码`,
            `${id} Svelte 코드 보여줘`,
            JSON.stringify({ skill: 'get_embed_code', id, target: 'react' }),
          ]),
        'HTML code for a loading icon',
      ],
    },
    {
      id: 'find_guides',
      name: 'Find guides',
      description:
        'Finds guides to using the icons and this service: embedding, styling, accessibility, the APIs, limits. ' +
        'Exactly: {"skill": "find_guides", "query", "limit"}; without a query it lists all.',
      tags: ['guides', 'documentation', 'how-to'],
      examples: [
        'How do I embed an icon?',
        'Which guides are there?',
        '有哪些指南？',
        '가이드 목록 보여줘',
        '{"skill": "find_guides", "query": "rate limit"}',
      ],
    },
    {
      id: 'read_guide',
      name: 'Read a guide',
      description: 'Gives a guide as Markdown. Exactly: {"skill": "read_guide", "slug"}.',
      tags: ['guides', 'documentation', 'markdown'],
      examples: slugs.flatMap((slug, position) => [
        `Read guide ${slug}`,
        ...(position === 0 ? [JSON.stringify({ skill: 'read_guide', slug })] : []),
      ]),
    },
  ]
}
