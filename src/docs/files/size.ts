/** Width and height in pixels. */
export interface Size {
  readonly width: number
  readonly height: number
}
