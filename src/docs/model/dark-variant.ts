/**
 * Whether an address says that its image is for dark pages alone, as GitHub and Material for MkDocs have it. The same image
 * for light pages stands beside it, and that one is shown.
 */
export function isDarkVariant(address: string): boolean {
  return /#(?:gh-dark-mode-only|only-dark)$/.test(address)
}

/** Whether classes of Tailwind hide an element from light pages: `hidden dark:block`. */
export function isDarkClass(classes: string): boolean {
  return /(?:^|\s)hidden(?:\s|$)/.test(classes) && /(?:^|\s)dark:(?!hidden(?:\s|$))[a-z-]+(?:\s|$)/.test(classes)
}
