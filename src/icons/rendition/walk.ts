import type { SvgElement } from '../../svg/svg-element.ts'

/** Copies a drawing with other attributes. Elements for which `change` gives null are left out with what they hold. */
export function mapElements(
  element: SvgElement,
  change: (element: SvgElement) => SvgElement['attributes'] | null,
): SvgElement | null {
  const attributes = change(element)
  if (attributes === null) return null
  const children = element.children.flatMap((child) =>
    typeof child === 'string' ? child : (mapElements(child, change) ?? []),
  )
  return { name: element.name, attributes, children }
}

/** Copies attributes with other values. */
export function mapValues(
  attributes: SvgElement['attributes'],
  change: (value: string, name: string) => string,
): SvgElement['attributes'] {
  return Object.fromEntries(Object.entries(attributes).map(([name, value]) => [name, change(value, name)]))
}
