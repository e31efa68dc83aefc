const PIXELS = /^\s*(\d{1,5})(?:px)?\s*$/
const LARGEST_PX = 16_384

/** The size of an image that its author gave in pixels. Other units stand for the space that there is, and are left out. */
export function authorSize(
  width: string | undefined,
  height: string | undefined,
): { readonly width?: number; readonly height?: number } {
  const pixels = (text: string | undefined): number => Number(PIXELS.exec(text ?? '')?.[1] ?? 0)
  const [across, down] = [pixels(width), pixels(height)]
  return {
    ...(across > 0 && across <= LARGEST_PX ? { width: across } : {}),
    ...(down > 0 && down <= LARGEST_PX ? { height: down } : {}),
  }
}
