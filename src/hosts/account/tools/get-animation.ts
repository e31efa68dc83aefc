import { z } from 'zod'
import type { AccountContent, Animation } from '../../../account/content/account-content.ts'
import { defineTool, type FoundResult, type Tool } from '../../../mcp/features/tool.ts'
import { LOOKS_UP, found } from '../../../mcp/tool-kit/results.ts'
import type { DocumentLink, OpenDocumentLink } from './document-links.ts'
import { animationId } from './inputs.ts'
import { FIND, outcomeOf, toFailure } from './outcomes.ts'
import { principalOf } from './principal-of.ts'
import { animationRecord, toAnimationRecord } from './views.ts'

/**
 * Longest document within an answer, with the name and description of its animation. A token is a byte at least, so what a
 * model is shown has less than 10,000 tokens whatever is in it. A Lottie has about two bytes a token, so that even both
 * halves of an answer have less.
 */
const DOCUMENT_IN_ANSWER_LIMIT_BYTES = 8 * 1024

export function getAnimation(content: AccountContent, openLink: OpenDocumentLink): Tool {
  return defineTool({
    name: 'get_animation',
    title: 'Get an animation',
    description: 'One animation. A document above 8 KiB is given as an address to download it from.',
    annotations: LOOKS_UP,
    input: z.object({
      id: animationId,
      include_document: z.boolean().default(false).describe('With the Lottie document'),
      download: z.boolean().default(false).describe('With an address of the document, valid for 5 minutes'),
    }),
    output: animationRecord.extend({
      document: z.looseObject({}).optional(),
      document_url: z.string().optional(),
      document_expires_at: z.string().optional(),
      document_note: z.string().optional(),
    }),
    async run({ download, id, include_document: wantsDocument }, context) {
      const who = principalOf(context)
      const got = await content.getAnimation(who, id)
      if (!got.ok) return toFailure(got, FIND.animation)
      let animation = got.value
      if (!wantsDocument && !download) return found(toAnimationRecord(animation))
      if (!download && isShort(animation)) {
        const read = await content.getDocument(who, id)
        if (!read.ok) return toFailure(read, FIND.animation)
        // Another write may have come between.
        if (isShort(read.value.animation)) return showWithDocument(read.value)
        animation = read.value.animation
      }
      const { version } = animation
      return outcomeOf(openLink(who, { kind: 'read', id, version }), FIND.animation, (link) =>
        showWithLink(animation, link),
      )
    },
  })
}

function isShort({ description, name, sizeBytes }: Animation): boolean {
  return sizeBytes + Buffer.byteLength(name) + Buffer.byteLength(description) <= DOCUMENT_IN_ANSWER_LIMIT_BYTES
}

/** The document is JSON already, so it is neither parsed nor written again. */
function showWithDocument({
  animation,
  document,
}: {
  readonly animation: Animation
  readonly document: string
}): FoundResult {
  const record = JSON.stringify(toAnimationRecord(animation))
  return { structuredJson: `${record.slice(0, -1)},"document":${document}}` }
}

function showWithLink(animation: Animation, { expiresAt, url }: DocumentLink): FoundResult {
  const { id, name, sizeBytes: size } = animation
  const record = {
    ...toAnimationRecord(animation),
    document_url: url,
    document_expires_at: expiresAt,
    document_note: `Download the document of ${size} bytes within five minutes: curl -o ${id}.json ${url}`,
  }
  const link = { type: 'resource_link', uri: url, name: `${name}.json`, mimeType: 'application/json', size } as const
  return found(record, [link])
}
