import { naturalLog } from '../index/logarithm.ts'
import { HEADING_WEIGHT_STEPS } from '../index/extracts.ts'
import { SECTION_RANK } from '../index/scoring.ts'
import { HIT_GROUPS } from './page-hits.ts'
import { hasHeading, isHidden, numberOf, parentOf, type MatchedSection, type PageMatches } from './page-matches.ts'
import type { Plan } from './plan.ts'

/** A section that answers the query, better than those after it. */
export interface ChosenSection {
  readonly section: number
  /** Position at which the densest matches of its text begin; 0 without any. */
  readonly position: number
}

/** Sections of one page in an answer. */
const SECTIONS_SHOWN = 3

interface Candidate extends MatchedSection {
  /** Mask of the groups by which links and its fragment call the section. */
  readonly labels: number
}

interface Valued extends MatchedSection {
  readonly value: number
  readonly common: number
  /** Whether it is the top of the page, and the title has all words of the query. */
  readonly isWholeTop: boolean
}

/** Chooses the sections of a page that answer a query, best first. A query that is the title leads to the top of the page. */
export function chooseSections(plan: Plan, matches: PageMatches): ChosenSection[] {
  const { extract, hits, titleIdf, titleMask } = matches
  const sections = withLabels(withTop(matches), plan, matches)
  const headings = sections.map(({ from, section, text }) => {
    return hasHeading(extract, section) ? maskOf(hits, from, text) : titleMask
  })
  const weights = plan.groups.map(({ idf, stop, weight }) => (stop ? 0 : weight * idf))
  const all = total(weights)
  // A word that all sections of a page have tells none apart, and one that is read as another may be no word of it at all.
  const local = plan.groups.map(({ stop, weight, weights: likeness }, group) => {
    let count = 0
    sections.forEach(({ from, labels, section, text, to }) => {
      const first = hasHeading(extract, section) ? from : text
      if ((((maskOf(hits, first, to) | labels) >>> group) & 1) === 1) count++
    })
    const isOfTitle = ((titleMask >>> group) & 1) === 1
    const share = isOfTitle ? SECTION_RANK.sectionTitle : 1
    return stop || count === 0
      ? 0
      : weight * Math.max(...likeness) * share * naturalLog(1 + extract.sectionCount / count)
  })
  const allLocal = total(local) || 1
  const valued = sections.map(valueOf)
  let highest = 0
  for (const { common, section } of valued) if (hasHeading(extract, section)) highest = Math.max(highest, common)
  return valued
    .map((each) => (each.isWholeTop && each.common >= highest ? { ...each, value: Infinity } : each))
    .toSorted((a, b) => b.value - a.value || a.section - b.section)
    .slice(0, SECTIONS_SHOWN)
    .map(({ section, text, to }) => ({ section, position: densest(text, to) }))

  function valueOf(matched: Candidate, at: number): Valued {
    const { from, labels, section, text, to } = matched
    const isTop = !hasHeading(extract, section)
    const mask = headings[at]!
    const weight = (isTop ? extract.titleWeight : numberOf(extract, section, 'headingWeight')) / HEADING_WEIGHT_STEPS
    let idf = isTop ? titleIdf : 0
    if (!isTop) for (let i = from; i < text; i++) idf += plan.groups[hits[i]! % HIT_GROUPS]!.idf
    const share = weight === 0 ? 0 : Math.min(1, idf / weight)
    const inHeading = sum(mask, weights)
    const common = all + weight === 0 ? 0 : (inHeading + share * weight) / (all + weight)
    let path = mask
    let depth = 0
    for (let up = parentOf(extract, section), below = section; up < below; below = up, up = parentOf(extract, up)) {
      const known = sections.findIndex((each) => each.section === up)
      if (known !== -1) path |= headings[known]!
      depth++
    }
    const isWhole = inHeading >= all * 0.999
    const value =
      SECTION_RANK.sectionHeading * share * share +
      (share >= 0.999 ? SECTION_RANK.sectionWhole : 0) +
      (SECTION_RANK.sectionPath * sum(path, local) +
        SECTION_RANK.sectionOwn * sum(mask, local) +
        textWorth(text, to, path) +
        SECTION_RANK.sectionLabel * sum(labels & ~path, local)) /
        allLocal +
      (isWhole && share >= 0.999 ? SECTION_RANK.sectionExact : 0) +
      SECTION_RANK.sectionDepth * depth +
      (SECTION_RANK.sectionLate * section) / extract.sectionCount +
      (isTop ? SECTION_RANK.sectionTop : 0)
    return { ...matched, value, common, isWholeTop: isTop && isWhole }
  }

  /** Value of the words of a text that stand in no heading above it. A word counts the more, the more often it is there. */
  function textWorth(from: number, to: number, path: number): number {
    const counts = plan.groups.map(() => 0)
    for (let i = from; i < to; i++) counts[hits[i]! % HIT_GROUPS]!++
    let worth = 0
    counts.forEach((count, group) => {
      if (count === 0 || ((path >>> group) & 1) === 1) return
      worth += local[group]! * (SECTION_RANK.sectionText + SECTION_RANK.sectionOften * (count / (count + 1)))
    })
    return worth
  }

  /** Position at which the most weight of different words of a text stands close together; 0 without any. */
  function densest(from: number, to: number): number {
    let best = { position: 0, worth: 0 }
    for (let first = from; first < to; first++) {
      const position = Math.floor(hits[first]! / HIT_GROUPS)
      let seen = 0
      let worth = 0
      for (let next = first; next < to; next++) {
        if (Math.floor(hits[next]! / HIT_GROUPS) - position >= SECTION_RANK.nearPositions) break
        const group = hits[next]! % HIT_GROUPS
        if (((seen >>> group) & 1) === 1) continue
        seen |= 1 << group
        worth += local[group]!
      }
      if (worth > best.worth) best = { position, worth }
    }
    return best.position
  }
}

/** The matched sections, and the top of the page where the title matches. */
function withTop({ extract, sections, titleMask }: PageMatches): readonly MatchedSection[] {
  const top = extract.sectionCount > 1 && isHidden(extract, 0) ? 1 : 0
  if (titleMask === 0 || top >= extract.sectionCount || hasHeading(extract, top)) return sections
  if (sections[0]?.section === top) return sections
  return [{ section: top, from: 0, text: 0, to: 0 }, ...sections]
}

/** The sections with their labels, and those that only a label matches, in the order of the page. */
function withLabels(
  sections: readonly MatchedSection[],
  plan: Plan,
  { extract, groupOfTerm }: PageMatches,
): readonly Candidate[] {
  const { labels } = extract
  const candidates: Candidate[] = []
  let next = 0
  for (let at = 0; at < labels.length;) {
    const section = labels[at]! >>> 16
    const end = at + 1 + (labels[at]! & 0xffff)
    let mask = 0
    for (at++; at < end; at++) {
      const group = groupOfTerm[labels[at]!]! - 1
      if (group >= 0 && !plan.groups[group]!.stop) mask |= 1 << group
    }
    if (mask === 0 || isHidden(extract, section)) continue
    for (; next < sections.length && sections[next]!.section < section; next++) {
      candidates.push({ ...sections[next]!, labels: 0 })
    }
    const matched = sections[next]?.section === section ? sections[next++]! : { section, from: 0, text: 0, to: 0 }
    candidates.push({ ...matched, labels: mask })
  }
  for (; next < sections.length; next++) candidates.push({ ...sections[next]!, labels: 0 })
  return candidates
}

function maskOf(hits: Int32Array, from: number, to: number): number {
  let mask = 0
  for (let i = from; i < to; i++) mask |= 1 << (hits[i]! % HIT_GROUPS)
  return mask
}

function sum(mask: number, weights: readonly number[]): number {
  let all = 0
  weights.forEach((weight, group) => {
    if (((mask >>> group) & 1) === 1) all += weight
  })
  return all
}

function total(numbers: readonly number[]): number {
  return numbers.reduce((all, number) => all + number, 0)
}
