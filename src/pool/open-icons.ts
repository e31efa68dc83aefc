import { ICON_TEXTS, type IconParts } from '../generation/generation.ts'
import { openRecordStore } from '../generation/records/record-store.ts'
import type { Guide } from '../icons/icons-service.ts'
import { writeScore } from '../engine/query/answer-json.ts'
import { writeText, type ByteWriter } from '../engine/index/byte-writer.ts'
import { createCatalogueSearcher, type CatalogueSearcher } from '../engine/catalogue/catalogue-searcher.ts'
import { openIndex } from '../engine/index/open.ts'
import type { SearchKernel } from '../engine/native/kernels.ts'
import { FALLBACK_LOCALE } from '../shared/locale.ts'

/** The icons of a generation as a worker uses them. */
export interface OpenIcons {
  readonly catalogue: CatalogueSearcher
  /** Appends `{query, total, results: [{slug, title, description, url, score}]}`. */
  writeGuides(query: string, limit: number, out: ByteWriter): void
}

export function openIcons(parts: IconParts, kernel: SearchKernel): OpenIcons {
  const searcher = kernel.createSearcher(new Map([[FALLBACK_LOCALE, openIndex(parts.guidesIndex)]]))
  const texts = openRecordStore(parts.texts)
  const guides = readGuideList(Buffer.from(texts.readSync(texts.find(ICON_TEXTS.guides)).body))
  return {
    catalogue: createCatalogueSearcher(parts.catalogue, (index, synonyms) => kernel.createScorer(index, synonyms)),
    writeGuides(query, limit, out) {
      const { hits, total } = searcher.search({ query, locale: FALLBACK_LOCALE, limit })
      writeText(out, `{"query":${JSON.stringify(query)},"total":${total},"results":[`)
      hits.forEach(({ path, score }, position) => {
        const { description, title } = guides.get(path)!
        const url = `${parts.siteUrl}/docs/${path}.md`
        if (position > 0) writeText(out, ',')
        writeText(out, `${JSON.stringify({ slug: path, title, description, url }).slice(0, -1)},"score":`)
        writeScore(out, score)
        writeText(out, '}')
      })
      writeText(out, ']}')
    },
  }
}

function readGuideList(json: Buffer): ReadonlyMap<string, Guide> {
  return new Map((JSON.parse(json.toString('utf8')) as Guide[]).map((guide) => [guide.slug, guide]))
}
