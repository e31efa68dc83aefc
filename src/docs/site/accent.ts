/** Colours of links and marks for both themes, each as `#rrggbb` in lower case. */
export interface Accent {
  readonly light: string
  readonly dark: string
}

type Rgb = readonly [number, number, number]

/** Contrast that text needs (WCAG 2.2, success criterion 1.4.3). */
const CONTRAST = 4.5
/** Backgrounds of `base.css` on which accents have the least contrast: `--sunk`, and `--paper` beside it. */
export const BACKGROUNDS = {
  light: { paper: '#fdfdfb', sunk: '#f4f4ef', towards: '#000000' },
  dark: { paper: '#14171a', sunk: '#1c2125', towards: '#ffffff' },
} as const
const STEPS = 50

/** Whether a text is a colour that `site.yaml` may name: `#0a7` or `#00aa77`. */
export function isColour(text: string): boolean {
  return /^#(?:[\da-f]{3}|[\da-f]{6})$/i.test(text)
}

/** Fault of an accent that is too hard to read on the background of its theme, with the nearest one that is not; or null. */
export function checkAccent(colour: string, theme: keyof typeof BACKGROUNDS): string | null {
  const { sunk } = BACKGROUNDS[theme]
  const found = contrast(colour, sunk)
  if (found >= CONTRAST) return null
  const shown = (Math.floor(found * 10) / 10).toFixed(1)
  return `has a contrast of ${shown} to the ${theme} background, and text needs ${CONTRAST}; ${readable(colour, theme)} has it`
}

/** The accents for both themes. One colour is that of the light theme, from which that of the dark one is made. */
export function accentOf(accent: string | Accent): Accent {
  if (typeof accent === 'string') return { light: toHex(toRgb(accent)), dark: readable(accent, 'dark') }
  return { light: toHex(toRgb(accent.light)), dark: toHex(toRgb(accent.dark)) }
}

/** A style sheet with the accent. */
export function accentSheet({ dark, light }: Accent): string {
  const both = (of: (colour: string, theme: 'light' | 'dark') => string): string =>
    `light-dark(${of(light, 'light')}, ${of(dark, 'dark')})`
  return `:root {
  --accent: ${both((colour) => colour)};
  --accent-sunk: ${both(sunkBelow)};
  --on-accent: ${both(textOn)};
}
`
}

/** The nearest colour, lighter or darker, that can be read on the backgrounds of a theme. */
export function readable(colour: string, theme: keyof typeof BACKGROUNDS): string {
  const { sunk, towards } = BACKGROUNDS[theme]
  for (let step = 0; step < STEPS; step++) {
    const mixed = mix(colour, towards, step / STEPS)
    if (contrast(mixed, sunk) >= CONTRAST) return mixed
  }
  return towards
}

/** A background with a tint of the accent, on which the accent can still be read. */
function sunkBelow(colour: string, theme: keyof typeof BACKGROUNDS): string {
  const { paper } = BACKGROUNDS[theme]
  for (let share = 0.14; share > 0.01; share -= 0.02) {
    const mixed = mix(paper, colour, share)
    if (contrast(colour, mixed) >= CONTRAST) return mixed
  }
  return paper
}

/** White or ink, whichever is easier to read on a colour. */
export function textOn(colour: string): string {
  return contrast(colour, '#ffffff') >= contrast(colour, '#0d1114') ? '#ffffff' : '#0d1114'
}

/** Contrast of two colours, from 1 to 21 (WCAG 2.2). */
export function contrast(a: string, b: string): number {
  const [low, high] = [luminance(toRgb(a)), luminance(toRgb(b))].sort((m, n) => m - n) as [number, number]
  return (high + 0.05) / (low + 0.05)
}

function luminance(colour: Rgb): number {
  const [red, green, blue] = colour.map((value) => {
    const part = value / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  }) as [number, number, number]
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function mix(from: string, to: string, share: number): string {
  const target = toRgb(to)
  return toHex(toRgb(from).map((value, at) => value + ((target[at] ?? 0) - value) * share) as unknown as Rgb)
}

function toRgb(colour: string): Rgb {
  const digits = colour.slice(1)
  const long = digits.length === 3 ? Array.from(digits, (digit) => digit + digit).join('') : digits
  return [0, 2, 4].map((at) => Number.parseInt(long.slice(at, at + 2), 16)) as unknown as Rgb
}

function toHex(colour: Rgb): string {
  return `#${colour.map((value) => Math.round(value).toString(16).padStart(2, '0')).join('')}`
}
