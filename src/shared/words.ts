/** The words of a text. Long lists of words are read and compared more easily in lines than one below the other. */
export function words(text: string): string[] {
  return text.split(/\s+/)
}
