import { ANIMATION_ELEMENTS } from '../../svg/allowed.ts'
import { elementsOf, type SvgElement } from '../../svg/svg-element.ts'
import { mapValues } from './walk.ts'

/** Ink of a drawing that has the colour of the text around it. */
export const CURRENT_COLOUR = 'currentcolor'
const BLACK = '#000000'

/** Attributes that paint with the colour that they name. */
const PAINTS: ReadonlySet<string> = new Set(['fill', 'stroke', 'stop-color', 'flood-color', 'lighting-color'])
/** Elements that are painted themselves. Gradients paint by their stops. */
const SHAPES: ReadonlySet<string> = new Set(
  'path rect circle ellipse line polyline polygon text tspan textPath'.split(' '),
)
/** Elements whose colours are not seen: they only let others through. */
const UNSEEN: ReadonlySet<string> = new Set(['mask', 'clipPath'])
/** Attributes of an animation that hold values of its attribute. */
const ANIMATED: ReadonlySet<string> = new Set(['values', 'from', 'to', 'by'])
/** Styles of an element that could paint it. */
const PAINTED = /fill|stroke|color|filter/
const NOTHING: ReadonlySet<string> = new Set(['none', 'transparent'])
const BLACKS: ReadonlySet<string> = new Set(['black', '#000', BLACK, 'rgb(0,0,0)'])

/**
 * Finds the one colour in which a drawing is painted: `currentcolor`, or a colour of its own. Null when it has several, or
 * could have. A drawing that has `currentcolor` beside other colours counts as painted in that.
 */
export function inkOf(root: SvgElement): string | null {
  const elements = [...elementsOf(root)]
  if (
    elements.some(
      ({ attributes, name }) => name === 'style' || name === 'image' || PAINTED.test(attributes['style'] ?? ''),
    )
  )
    return null
  const inks = new Set<string>()
  addInks(root, UNNAMED, inks)
  if (inks.has(CURRENT_COLOUR)) return CURRENT_COLOUR
  const [ink] = inks
  return inks.size === 1 && ink !== undefined ? ink : null
}

/** What elements take from those around them where they name none; undefined: nothing around names it. */
interface Paints {
  readonly fill: string | undefined
  readonly stroke: string | undefined
}

const UNNAMED: Paints = { fill: undefined, stroke: undefined }

function paintsWithin({ attributes }: SvgElement, outer: Paints): Paints {
  return { fill: attributes['fill'] ?? outer.fill, stroke: attributes['stroke'] ?? outer.stroke }
}

function addInks(element: SvgElement, outer: Paints, inks: Set<string>): void {
  const { attributes, children, name } = element
  if (UNSEEN.has(name)) return
  const paints = paintsWithin(element, outer)
  const lit = [attributes['flood-color'], attributes['lighting-color']]
  for (const paint of [...ownPaints(element, paints), ...lit, ...animatedPaints(element)]) {
    const ink = paint === undefined ? null : inkOfPaint(paint)
    if (ink !== null) inks.add(ink)
  }
  for (const child of children) if (typeof child !== 'string') addInks(child, paints, inks)
}

/** What an element is painted with itself. What `use` shows takes the paints of `use` where it names none. */
function ownPaints({ attributes, name }: SvgElement, { fill, stroke }: Paints): readonly (string | undefined)[] {
  if (name === 'stop') return [attributes['stop-color'] ?? 'black']
  if (name === 'use') return [fill, stroke]
  return SHAPES.has(name) ? [fill ?? 'black', stroke] : []
}

function animatedPaints({ attributes, name }: SvgElement): readonly string[] {
  if (!ANIMATION_ELEMENTS.has(name) || !PAINTS.has(attributes['attributeName'] ?? '')) return []
  return [...ANIMATED].flatMap((attribute) => attributes[attribute]?.split(';') ?? [])
}

/** Null: nothing is painted, or what a gradient paints, whose stops count. */
function inkOfPaint(paint: string): string | null {
  const colour = paint.trim().toLowerCase().replaceAll(/\s/g, '')
  if (NOTHING.has(colour) || colour.startsWith('url(') || colour === '') return null
  return BLACKS.has(colour) ? BLACK : colour
}

/** Paints a drawing in another colour than its `ink`. What only lets colours through stays as it is. */
export function recolourSvg(root: SvgElement, ink: string, colour: string): SvgElement {
  const painted = paint(root, ink, colour, UNNAMED)
  // Shapes that name no fill are black by default.
  if (ink !== BLACK || 'fill' in painted.attributes) return painted
  return { ...painted, attributes: { ...painted.attributes, fill: colour } }
}

function paint(element: SvgElement, ink: string, colour: string, outer: Paints): SvgElement {
  const { attributes, children, name } = element
  if (UNSEEN.has(name)) return withPaints(element, ink, outer)
  const paints = paintsWithin(element, outer)
  const isAnimation = ANIMATION_ELEMENTS.has(name) && PAINTS.has(attributes['attributeName'] ?? '')
  return {
    name,
    attributes: mapValues(attributes, (value, attribute) => {
      if (!PAINTS.has(attribute) && !(isAnimation && ANIMATED.has(attribute))) return value
      const parts = value.split(';').map((part) => (inkOfPaint(part) === ink ? colour : part))
      return parts.join(';')
    }),
    children: children.map((child) => (typeof child === 'string' ? child : paint(child, ink, colour, paints))),
  }
}

/** Names what an element takes from those around it, as they were before they were painted in another colour. */
function withPaints(element: SvgElement, ink: string, { fill = 'black', stroke = 'none' }: Paints): SvgElement {
  const { attributes } = element
  const taken = Object.entries({ fill, stroke }).filter(
    ([name, paint]) => !(name in attributes) && inkOfPaint(paint) === ink,
  )
  return { ...element, attributes: { ...attributes, ...Object.fromEntries(taken) } }
}
