/**
 * Whether an address says that its image is for dark pages alone, as GitHub and Material for MkDocs have it. The same image
 * for light pages stands beside it, and that one is shown.
 */
export function isDarkVariant(address: string): boolean {
  return /#(?:gh-dark-mode-only|only-dark)$/.test(address)
}
