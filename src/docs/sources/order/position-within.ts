/**
 * Position of a page of a folder that a sidebar lists whole, between that of the folder and the next one.
 *
 * @param own position that the page gives itself among those of its folder; null: it comes last
 */
export function positionWithin(folder: number, own: number | null): number {
  return folder + (own === null ? 0.999 : 0.5 + Math.atan(own) / 4)
}
