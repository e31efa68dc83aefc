import type { Trigger } from '../../../../icons/embed/embed-input.ts'

/** Texts of the pages of the icons host beyond `Messages`. `{…}` marks a place that `fill` puts a value into. */
export interface IconsMessages {
  readonly siteName: string
  readonly heading: string
  readonly introduction: string
  readonly searchLabel: string
  readonly searchPlaceholder: string
  readonly filters: string
  readonly filtersActive: string
  readonly showResults: string
  readonly clearFilters: string
  readonly category: string
  readonly style: string
  readonly set: string
  readonly format: string
  readonly all: string
  readonly oneIcon: string
  readonly icons: string
  readonly iconsFor: string
  readonly more: string
  readonly shown: string
  readonly pageOf: string
  readonly previousPage: string
  readonly nextPage: string
  readonly pages: string
  readonly noIcons: string
  readonly noIconsHere: string
  readonly nearest: string
  readonly noIconsTip: string
  readonly queryTooLong: string
  readonly try: string
  readonly unavailable: string
  readonly limited: string
  readonly pause: string
  readonly play: string
  readonly replay: string
  readonly close: string
  readonly loading: string
  readonly preview: string
  readonly lottiePlay: string
  readonly lottieFailed: string
  readonly frame: string
  readonly id: string
  readonly size: string
  readonly duration: string
  readonly milliseconds: string
  readonly perSecond: string
  readonly playsOnce: string
  readonly loops: string
  readonly license: string
  readonly author: string
  readonly source: string
  readonly files: string
  readonly download: string
  readonly copyId: string
  readonly copyLink: string
  readonly copyCode: string
  readonly copiedWhat: string
  readonly copyFailed: string
  readonly about: string
  readonly copy: string
  readonly customise: string
  readonly colour: string
  readonly pickColour: string
  readonly colourOfText: string
  readonly ownColour: string
  readonly ownColours: string
  readonly lottieColours: string
  readonly sizeInPixels: string
  readonly speed: string
  readonly fixedSpeed: string
  readonly trigger: string
  readonly triggers: Readonly<Record<Trigger, string>>
  readonly inline: string
  readonly inlineHint: string
  readonly triggerHint: string
  readonly apply: string
  readonly reset: string
  readonly stillSvg: string
  readonly copySvg: string
  readonly noStill: string
  readonly pngStays: string
  readonly embed: string
  readonly install: string
  readonly variants: string
  readonly tags: string
  readonly backToIcons: string
  readonly programs: string
  readonly guides: string
  readonly catalog: string
  readonly apiDescription: string
  readonly forAgents: string
  readonly iconNotFound: string
  /** Example queries, each of which finds icons. */
  readonly examples: readonly string[]
  /** Names of categories and styles by id; others keep the catalogue's name. */
  readonly names: Readonly<Record<string, string>>
}
