const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '"': '&quot;',
  '<': '&lt;',
  '>': '&gt;',
  // Vue and Svelte evaluate what is between braces, JSX does so in texts.
  '{': '&#123;',
  '}': '&#125;',
}

/** Escapes the text of a quoted attribute, in HTML and in the templates of the frameworks. */
export function attribute(text: string): string {
  return text.replace(/[&"<>{}]/g, (character) => ENTITIES[character] as string)
}

/** A JavaScript string that cannot end a script element, nor, by U+2028, a line of an old engine. */
export function literal(text: string): string {
  return JSON.stringify(text).replace(
    /[<\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

/** `meteocons-fill-rain` becomes `MeteoconsFillRain`; an identifier must not begin with a digit. */
export function componentName(id: string): string {
  const name = id
    .split('-')
    .map((part) => part.charAt(0).toUpperCase() + part.slice(1))
    .join('')
  return /^\d/.test(name) ? `Icon${name}` : name
}
