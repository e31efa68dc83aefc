/**
 * What an SVG file may be made of: everything that draws or moves (SVG 1.1, SVG 2), nothing that runs, links or embeds.
 * Elements of other namespaces have a prefix and are not among these.
 */
export const ALLOWED_ELEMENTS: ReadonlySet<string> = new Set([
  ...'svg g defs symbol use title desc metadata style switch view image'.split(' '),
  ...'path rect circle ellipse line polyline polygon text tspan textPath marker'.split(' '),
  ...'linearGradient radialGradient stop pattern clipPath mask filter'.split(' '),
  ...'animate animateTransform animateMotion mpath set'.split(' '),
  ...'feBlend feColorMatrix feComponentTransfer feComposite feConvolveMatrix feDiffuseLighting'.split(' '),
  ...'feDisplacementMap feDistantLight feDropShadow feFlood feFuncA feFuncB feFuncG feFuncR'.split(' '),
  ...'feGaussianBlur feMerge feMergeNode feMorphology feOffset fePointLight feSpecularLighting'.split(' '),
  ...'feSpotLight feTile feTurbulence'.split(' '),
])

export const ANIMATION_ELEMENTS: ReadonlySet<string> = new Set(['animate', 'animateTransform', 'animateMotion', 'set'])

export const SVG_NAMESPACE = 'http://www.w3.org/2000/svg'
