import { longQuery, oneOf, someWords, type Ask, type Call, type MakeCall, type RouteCalls } from './call.ts'

type MakeValue = (ask: Ask) => string

/** Values of one query parameter. */
interface ParameterValues {
  readonly ordinary: MakeValue
  /** The values that cost most. Default: ordinary ones. */
  readonly costly?: MakeValue
}

const LOCALES = ['en', 'zh', 'ko']
const locale: ParameterValues = { ordinary: ({ random }) => random.pick(LOCALES) }
const flag: ParameterValues = { ordinary: () => '1' }
const digits = (least: number, most: number): ParameterValues => ({
  ordinary: ({ random }) => String(random.between(least, most)),
  costly: () => String(most),
})
const oneFound = (name: 'categories' | 'sections' | 'sets' | 'styles'): ParameterValues => ({
  ordinary: (ask) => oneOf(ask, ask.found[name]),
})

/** Values of every query parameter that a route of any host has. */
export const PARAMETER_VALUES: Readonly<Record<string, ParameterValues>> = {
  q: { ordinary: (ask) => someWords(ask, 1, 4), costly: longQuery },
  locale,
  lang: locale,
  limit: digits(1, 50),
  offset: digits(0, 10_000),
  page: digits(1, 50),
  include: {
    ordinary: ({ random }) => random.pick(['highlights', 'sections', 'facets', 'highlights,sections']),
    costly: () => 'highlights,sections,facets',
  },
  typing: flag,
  version: { ordinary: ({ random }) => random.pick(['', '1.x']) },
  section: oneFound('sections'),
  path: { ordinary: (ask) => oneOf(ask, ask.found.pages) },
  prefix: { ordinary: (ask) => someWords(ask, 1, 1).slice(0, ask.random.between(1, 3)) },
  category: oneFound('categories'),
  style: oneFound('styles'),
  set: oneFound('sets'),
  format: { ordinary: ({ random }) => random.pick(['svg', 'png', 'json', 'lottie']) },
  color: { ordinary: ({ random }) => random.below(0x1000000).toString(16).padStart(6, '0') },
  size: digits(16, 512),
  speed: { ordinary: ({ random }) => (random.between(25, 400) / 100).toFixed(2) },
  still: flag,
  v: { ordinary: ({ random }) => random.bytes(8).toString('hex') },
  trigger: { ordinary: ({ random }) => random.pick(['load', 'hover', 'click']) },
  inline: flag,
}

/** @param ask.target A route with parameters. Those of them that are required are always there. */
function withParameters(path: string, ask: Ask, share: number, costly: boolean): Call {
  const pairs = ask.target.parameters.flatMap((name): [string, string][] => {
    const values = PARAMETER_VALUES[name]
    if (values === undefined || !(REQUIRED.has(name) || ask.random.chance(share))) return []
    return [[name, ((costly ? values.costly : null) ?? values.ordinary)(ask)]]
  })
  return { path: pairs.length === 0 ? path : `${path}?${new URLSearchParams(pairs).toString()}` }
}

const REQUIRED: ReadonlySet<string> = new Set(['q', 'path', 'prefix'])
const ORDINARY_SHARE = 0.4

/** Calls of a GET route with the parameters that its table declares. A costly call has most of them. */
export function get(path: (ask: Ask) => string, costlyPath: (ask: Ask) => string = path): RouteCalls {
  return {
    ordinary: (ask) => withParameters(path(ask), ask, ORDINARY_SHARE, false),
    costly: (ask) => withParameters(costlyPath(ask), ask, 1, true),
  }
}

/** Calls of one route whose costly calls have these parameters alone. */
export function getWith(
  path: (ask: Ask) => string,
  costlyPath: (ask: Ask) => string,
  names: readonly string[],
): RouteCalls {
  const costly: MakeCall = (ask) =>
    withParameters(costlyPath(ask), { ...ask, target: { ...ask.target, parameters: names } }, 1, true)
  return { ...get(path), costly }
}
