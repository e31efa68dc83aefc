/** CSS that an SVG file may contain: everything that draws or moves it. Everything else is refused. */

export const CSS_PROPERTIES: ReadonlySet<string> = new Set([
  // Presentation attributes of SVG 1.1 and SVG 2.
  ...'alignment-baseline baseline-shift clip clip-path clip-rule color color-interpolation'.split(' '),
  ...'color-interpolation-filters color-rendering d direction display dominant-baseline'.split(' '),
  ...'enable-background fill fill-opacity fill-rule filter flood-color flood-opacity font font-family'.split(' '),
  ...'font-size font-size-adjust font-stretch font-style font-variant font-weight'.split(' '),
  ...'glyph-orientation-horizontal glyph-orientation-vertical image-rendering kerning letter-spacing'.split(' '),
  ...'lighting-color marker marker-end marker-mid marker-start mask mask-type opacity overflow'.split(' '),
  ...'paint-order pointer-events shape-rendering stop-color stop-opacity stroke stroke-dasharray'.split(' '),
  ...'stroke-dashoffset stroke-linecap stroke-linejoin stroke-miterlimit stroke-opacity stroke-width'.split(' '),
  ...'text-anchor text-decoration text-overflow text-rendering transform transform-origin unicode-bidi'.split(' '),
  ...'vector-effect visibility white-space word-spacing writing-mode'.split(' '),
  ...'cx cy r rx ry x y width height'.split(' '),
  // Movement.
  ...'animation animation-composition animation-delay animation-direction animation-duration'.split(' '),
  ...'animation-fill-mode animation-iteration-count animation-name animation-play-state'.split(' '),
  ...'animation-timing-function transition transition-behavior transition-delay transition-duration'.split(' '),
  ...'transition-property transition-timing-function offset-anchor offset-distance offset-path'.split(' '),
  ...'offset-position offset-rotate rotate scale translate transform-box transform-style'.split(' '),
  ...'backface-visibility perspective perspective-origin will-change'.split(' '),
  ...'-webkit-animation -webkit-animation-delay -webkit-animation-direction'.split(' '),
  ...'-webkit-animation-duration -webkit-animation-fill-mode -webkit-animation-iteration-count'.split(' '),
  ...'-webkit-animation-name -webkit-animation-play-state -webkit-animation-timing-function'.split(' '),
  ...'-webkit-transform -webkit-transform-origin'.split(' '),
  // Other properties that design tools write.
  ...'isolation mix-blend-mode line-height text-align text-indent text-transform font-variation-settings'.split(' '),
  ...'font-feature-settings font-kerning font-optical-sizing font-variant-ligatures font-variant-caps'.split(' '),
  ...'font-variant-numeric font-variant-alternates font-variant-position font-variant-east-asian'.split(' '),
  ...'text-orientation text-decoration-line text-decoration-style text-decoration-color'.split(' '),
  ...'shape-padding shape-margin shape-inside shape-subtract inline-size solid-color solid-opacity'.split(' '),
])

/** Functions of CSS, and of attributes with CSS-like values. None of them can load anything; `url()` is handled apart. */
export const CSS_FUNCTIONS: ReadonlySet<string> = new Set([
  ...'calc min max clamp round mod rem sin cos tan asin acos atan atan2 pow sqrt hypot log exp abs sign var'.split(' '),
  ...'rgb rgba hsl hsla hwb lab lch oklab oklch color color-mix light-dark'.split(' '),
  ...'translate translatex translatey translatez translate3d scale scalex scaley scalez scale3d'.split(' '),
  ...'rotate rotatex rotatey rotatez rotate3d skew skewx skewy matrix matrix3d perspective'.split(' '),
  ...'cubic-bezier steps linear'.split(' '),
  ...'blur brightness contrast drop-shadow grayscale hue-rotate invert opacity saturate sepia'.split(' '),
  ...'path circle ellipse inset polygon rect xywh ray'.split(' '),
])

export const CSS_UNITS: ReadonlySet<string> = new Set([
  ...'px em rem ex ch cap ic lh rlh vw vh vi vb vmin vmax svw svh lvw lvh dvw dvh cqw cqh cqi cqb'.split(' '),
  ...'cm mm q in pt pc deg grad rad turn s ms hz khz dpi dpcm dppx fr'.split(' '),
])

/** Pseudo-classes that reveal nothing about the page or the person. */
export const CSS_PSEUDO_CLASSES: ReadonlySet<string> = new Set([
  ...'root empty first-child last-child only-child first-of-type last-of-type only-of-type'.split(' '),
  ...'nth-child nth-last-child nth-of-type nth-last-of-type not is where hover active focus'.split(' '),
])
