import type { DocumentSection } from '../index/document.ts'
import type { Match, Matcher } from './matcher.ts'
import type { Plan } from './plan.ts'

/** A section that answers the query, better than those after it. */
export interface ChosenSection {
  readonly section: DocumentSection
  /** Headings above the section and its own, without the title of the page; empty for the top of the page. */
  readonly headings: readonly string[]
  /** Where the densest matches of its text begin, in UTF-16 code units; 0 without any. */
  readonly at: number
}

/**
 * Weights of what a section has of the query, fitted on links of five documentations that lead to headings. They are for
 * what query and heading have in common, how much of each the other has, words of the headings above, and close and
 * repeated words of the text. The top of a page is what its title names, and rarely what a query means.
 */
const WEIGHTS = {
  common: 1.3,
  heading: 0.3,
  own: 0.5,
  path: 0.5,
  near: 0.3,
  often: 0.3,
  exact: 0.3,
  top: -0.5,
} as const
/** How much less a title counts as the heading of the top of its page, since all sections share it. */
const TITLE = 0.7
/** Tokens within which words are close. */
const NEAR_TOKENS = 12
/** What a word counts when it is repeated, and in how long a text (BM25). */
const SATURATION = 1.2
const LENGTH_TOKENS = 100

/** What all sections of a page are measured by. */
interface PageMeasure {
  /** weight · idf of each group, and their sum. */
  readonly weights: readonly number[]
  readonly all: number
  /** The same with the idf among the sections of this page: a word that all of them have tells none apart. */
  readonly local: readonly number[]
  readonly allLocal: number
}

interface Candidate {
  readonly section: DocumentSection
  readonly number: number
  readonly inHeading: ReadonlySet<number>
  readonly headingMatches: readonly Match[]
  readonly textMatches: readonly Match[]
}

/**
 * Chooses the sections of a page that answer a query, best first. A query that is the title leads to the top of the page.
 *
 * @param title Matches of the title of the page, and Σ idf of its tokens.
 */
export function chooseSections(
  matcher: Matcher,
  plan: Plan,
  title: { readonly matches: readonly Match[]; readonly weight: number },
  sections: readonly DocumentSection[],
  limit: number,
): ChosenSection[] {
  const candidates = sections.map((section, number): Candidate => {
    const isTop = section.heading === ''
    const headingMatches = isTop ? title.matches : matcher.inHeading(section)
    return {
      section,
      number,
      headingMatches,
      inHeading: new Set(headingMatches.map(({ group }) => group)),
      textMatches: matcher.inText(section),
    }
  })
  const measure = measurePage(plan, candidates)
  const above = headingsAbove(sections)
  const valued = candidates
    .filter(({ headingMatches, textMatches }) => headingMatches.length + textMatches.length > 0)
    .map((candidate) => ({ candidate, ...valueOf(candidate) }))
  const highest = Math.max(0, ...valued.filter(({ isTop }) => !isTop).map(({ common }) => common))
  return valued
    .map((each) => (each.isTop && each.whole && each.common >= highest ? { ...each, value: Infinity } : each))
    .toSorted((a, b) => b.value - a.value || a.candidate.number - b.candidate.number)
    .slice(0, limit)
    .map(({ at, candidate: { number, section } }) => ({ section, headings: pathOf(number), at }))

  function valueOf(candidate: Candidate): {
    value: number
    common: number
    whole: boolean
    isTop: boolean
    at: number
  } {
    const { headingMatches, inHeading, number, section, textMatches } = candidate
    const isTop = section.heading === ''
    const headingWeight = isTop ? title.weight : matcher.headingWeight(section)
    const matched = sum(inHeading, measure.weights)
    const share = headingShare(headingMatches, plan, headingWeight)
    const common = (matched + share * headingWeight) / (measure.all + headingWeight || 1)
    const path = new Set(inHeading)
    for (const parent of above[number]!) for (const group of candidates[parent]!.inHeading) path.add(group)
    const close = densest(textMatches, measure.local)
    const whole = matched >= measure.all * 0.999
    const value =
      WEIGHTS.common * common * (isTop ? TITLE : 1) +
      WEIGHTS.heading * share +
      (WEIGHTS.own * sum(inHeading, measure.local) +
        WEIGHTS.path * sum(path, measure.local) +
        WEIGHTS.near * close.worth +
        WEIGHTS.often * repeated(textMatches, measure.local, matcher.length(section))) /
        measure.allLocal +
      (whole && share >= 0.999 ? WEIGHTS.exact : 0) +
      (isTop ? WEIGHTS.top : 0)
    return { value, common, whole, isTop, at: close.at }
  }

  function pathOf(number: number): string[] {
    return [...above[number]!, number].map((each) => sections[each]!.heading).filter((heading) => heading !== '')
  }
}

function measurePage(plan: Plan, candidates: readonly Candidate[]): PageMeasure {
  const sectionsWith = plan.groups.map(() => 0)
  for (const { inHeading, section, textMatches } of candidates) {
    const found = new Set(textMatches.map(({ group }) => group))
    if (section.heading !== '') for (const group of inHeading) found.add(group)
    for (const group of found) sectionsWith[group]!++
  }
  const weights = plan.groups.map(({ idf, weight }) => weight * idf)
  const local = plan.groups.map(({ weight }, group) => {
    const count = sectionsWith[group]!
    return count === 0 ? 0 : weight * Math.log(1 + candidates.length / count)
  })
  return { weights, local, all: total(weights) || 1, allLocal: total(local) || 1 }
}

/** Numbers of the sections under which each section stands, outermost first. */
function headingsAbove(sections: readonly DocumentSection[]): number[][] {
  const open: number[] = []
  return sections.map(({ level = 0 }, number) => {
    while (open.length > 0 && (sections[open.at(-1)!]!.level ?? 0) >= level) open.pop()
    const above = [...open]
    if (level > 0) open.push(number)
    return above
  })
}

/** Share of a heading's weight that stands in the query. */
function headingShare(matches: readonly Match[], plan: Plan, headingWeight: number): number {
  if (headingWeight === 0) return 0
  let matched = 0
  for (const { group } of matches) matched += plan.groups[group]!.idf
  return Math.min(1, matched / headingWeight)
}

/** The place of a text where the most weight of different words stands close together. */
function densest(matches: readonly Match[], weights: readonly number[]): { at: number; worth: number } {
  let best = { at: 0, worth: 0 }
  for (let first = 0; first < matches.length; first++) {
    let seen = 0
    let worth = 0
    for (let next = first; next < matches.length; next++) {
      const { at, group } = matches[next]!
      if (at - matches[first]!.at >= NEAR_TOKENS) break
      if ((seen & (1 << group)) !== 0) continue
      seen |= 1 << group
      worth += weights[group]!
    }
    if (worth > best.worth) best = { at: matches[first]!.start, worth }
  }
  return best
}

/** Weight of the words of a text, the more the oftener they occur. */
function repeated(matches: readonly Match[], weights: readonly number[], tokens: number): number {
  const counts = new Map<number, number>()
  for (const { group } of matches) counts.set(group, (counts.get(group) ?? 0) + 1)
  let worth = 0
  for (const [group, count] of counts) {
    worth += (weights[group]! * count) / (count + SATURATION + tokens / LENGTH_TOKENS)
  }
  return worth
}

function sum(groups: ReadonlySet<number>, weights: readonly number[]): number {
  let all = 0
  for (const group of groups) all += weights[group]!
  return all
}

function total(numbers: readonly number[]): number {
  return numbers.reduce((all, number) => all + number, 0)
}
