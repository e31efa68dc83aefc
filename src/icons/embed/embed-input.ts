import type { SvgElement } from '../../svg/svg-element.ts'
import type { Rendition } from '../rendition/rendition.ts'

/** Places that can show an icon: a page, a component of three frameworks, or one of the two players of Lottie. */
export const EMBED_TARGETS = ['html', 'react', 'vue', 'svelte', 'lottie-web', 'dotlottie'] as const
export type EmbedTarget = (typeof EMBED_TARGETS)[number]
export type ComponentTarget = Exclude<EmbedTarget, 'lottie-web' | 'dotlottie'>

/** When an icon moves: at once, or under the pointer, or when it is clicked. */
export const TRIGGERS = ['load', 'hover', 'click'] as const
export type Trigger = (typeof TRIGGERS)[number]

export const EMBED_LANGUAGES = ['html', 'jsx', 'vue', 'svelte'] as const

export interface EmbedCode {
  readonly target: EmbedTarget
  readonly language: (typeof EMBED_LANGUAGES)[number]
  readonly code: string
  /** npm packages that the code imports; empty when the browser alone plays the file. */
  readonly packages: readonly string[]
  /** Address of the file that the code loads, or that its drawing is from. */
  readonly assetUrl: string
}

export interface EmbedOptions {
  /** Colour, size and speed. They must suit the file, which `renderFile` tells. */
  readonly rendition: Rendition
  readonly trigger: Trigger
  /** The drawing for code that holds it, already changed; null: the code loads an image. Triggers need it. */
  readonly drawing: SvgElement | null
}

/** What all writers of code need. */
export interface EmbedInput {
  readonly id: string
  readonly title: string
  readonly loop: boolean
  /** Pixels of the page. */
  readonly width: number
  readonly height: number
  readonly speed: number
  readonly trigger: Trigger
  /** Seconds of the icon's own time at which it stands still, until it is to move. */
  readonly stillAtSeconds: number
  readonly url: string
}
