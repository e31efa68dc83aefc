import { CSS_PROPERTIES } from './css/allowed.ts'

/**
 * Elements that an SVG file may contain: everything that draws or moves (SVG 1.1, SVG 2), nothing that runs, links or
 * embeds. An HTML parser gives all of them the same names (HTML, "The rules for parsing tokens in foreign content").
 */
export const ALLOWED_ELEMENTS: ReadonlySet<string> = new Set([
  ...'svg g defs symbol use title desc style switch view image'.split(' '),
  ...'path rect circle ellipse line polyline polygon text tspan textPath marker'.split(' '),
  ...'linearGradient radialGradient stop pattern clipPath mask filter'.split(' '),
  ...'animate animateTransform animateMotion mpath set'.split(' '),
  ...'feBlend feColorMatrix feComponentTransfer feComposite feConvolveMatrix feDiffuseLighting'.split(' '),
  ...'feDisplacementMap feDistantLight feDropShadow feFlood feFuncA feFuncB feFuncG feFuncR'.split(' '),
  ...'feGaussianBlur feMerge feMergeNode feMorphology feOffset fePointLight feSpecularLighting'.split(' '),
  ...'feSpotLight feTile feTurbulence'.split(' '),
])

export const ANIMATION_ELEMENTS: ReadonlySet<string> = new Set(['animate', 'animateTransform', 'animateMotion', 'set'])

/** Elements whose text is shown. Text elsewhere is left out. */
export const TEXT_ELEMENTS: ReadonlySet<string> = new Set(['text', 'tspan', 'textPath', 'title', 'desc'])

/** Elements that contain only text, because an HTML parser reads elements in them as HTML. */
export const TEXT_ALONE_ELEMENTS: ReadonlySet<string> = new Set(['title', 'desc'])

/** Attributes that an animation may change besides those of CSS. */
const GEOMETRY = [
  ...'viewBox preserveAspectRatio x1 y1 x2 y2 points pathLength dx dy rotate textLength startOffset'.split(' '),
  ...'gradientTransform patternTransform fx fy fr offset refX refY orient markerWidth markerHeight'.split(' '),
  ...'in in2 mode type operator values tableValues slope intercept amplitude exponent k1 k2 k3 k4'.split(' '),
  ...'order kernelMatrix divisor bias targetX targetY edgeMode preserveAlpha kernelUnitLength radius'.split(' '),
  ...'surfaceScale diffuseConstant specularConstant specularExponent azimuth elevation limitingConeAngle'.split(' '),
  ...'pointsAtX pointsAtY pointsAtZ z stdDeviation xChannelSelector yChannelSelector baseFrequency'.split(' '),
  ...'numOctaves seed stitchTiles spreadMethod gradientUnits patternUnits patternContentUnits'.split(' '),
  ...'clipPathUnits maskUnits maskContentUnits markerUnits filterUnits primitiveUnits lengthAdjust'.split(' '),
]

/** Attributes that an animation may change. They exclude addresses, styles, names and the animation itself. */
export const ANIMATED_ATTRIBUTES: ReadonlySet<string> = new Set([...CSS_PROPERTIES, ...GEOMETRY])

/** Attributes whose values are numbers, words or values of CSS, checked as the latter. */
export const VALUE_ATTRIBUTES: ReadonlySet<string> = new Set([
  ...ANIMATED_ATTRIBUTES,
  ...'version baseProfile zoomAndPan method spacing side path result scale'.split(' '),
  ...'attributeName attributeType begin dur end min max restart repeatCount repeatDur calcMode'.split(' '),
  ...'keyTimes keySplines keyPoints from to by additive accumulate origin'.split(' '),
  ...'systemLanguage requiredFeatures requiredExtensions xml:space'.split(' '),
])

/** Attributes whose values are names or text for people. */
export const TEXT_ATTRIBUTES: ReadonlySet<string> = new Set(['id', 'class', 'lang', 'xml:lang', 'role'])

export const SVG_NAMESPACE = 'http://www.w3.org/2000/svg'
