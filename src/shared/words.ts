/** The words of a text. Long lists of words are read and compared more easily in lines than one below the other. */
export function words(text: string): string[] {
  return text.split(/\s+/)
}

/** The first UTF-16 code units of a text, without half a character at their end, which strict readers of JSON refuse. */
export function beginning(text: string, units: number): string {
  return text.slice(0, units).replace(/[\ud800-\udbff]$/, '')
}
