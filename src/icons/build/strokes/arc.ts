import type { Pen, Vector } from './outline.ts'

export interface Arc {
  readonly radii: Vector
  /** Rotation of the ellipse in degrees. */
  readonly turn: number
  readonly large: boolean
  readonly sweep: boolean
}

/** Draws an elliptical arc as cubic curves of at most a quarter turn (SVG 2, "Elliptical arc implementation notes"). */
export function arcTo(pen: Pen, arc: Arc, to: Vector): void {
  const from = pen.at
  let [rx, ry] = arc.radii.map(Math.abs) as unknown as [number, number]
  if (from[0] === to[0] && from[1] === to[1]) return
  if (rx === 0 || ry === 0) {
    pen.lineTo(to)
    return
  }
  const cos = Math.cos((arc.turn * Math.PI) / 180)
  const sin = Math.sin((arc.turn * Math.PI) / 180)
  const half: Vector = [(from[0] - to[0]) / 2, (from[1] - to[1]) / 2]
  const x = cos * half[0] + sin * half[1]
  const y = cos * half[1] - sin * half[0]
  // Radii that are too small for the distance are enlarged.
  const short = Math.sqrt(Math.max(1, (x / rx) ** 2 + (y / ry) ** 2))
  rx *= short
  ry *= short
  const spread = (rx * y) ** 2 + (ry * x) ** 2
  const side = arc.large === arc.sweep ? -1 : 1
  const factor = side * Math.sqrt(Math.max(0, ((rx * ry) ** 2 - spread) / spread))
  const centre: Vector = [(factor * rx * y) / ry, (-factor * ry * x) / rx]
  const first = Math.atan2((y - centre[1]) / ry, (x - centre[0]) / rx)
  const last = Math.atan2((-y - centre[1]) / ry, (-x - centre[0]) / rx)
  let sweep = last - first
  if (arc.sweep && sweep < 0) sweep += 2 * Math.PI
  if (!arc.sweep && sweep > 0) sweep -= 2 * Math.PI
  const place = (u: number, v: number): Vector => {
    const [px, py] = [centre[0] + rx * u, centre[1] + ry * v]
    return [cos * px - sin * py + (from[0] + to[0]) / 2, sin * px + cos * py + (from[1] + to[1]) / 2]
  }
  const parts = Math.max(1, Math.ceil(Math.abs(sweep) / (Math.PI / 2) - 1e-9))
  const step = sweep / parts
  const reach = (4 / 3) * Math.tan(step / 4)
  for (let part = 0; part < parts; part++) {
    const a = first + step * part
    const b = a + step
    pen.curveTo(
      place(Math.cos(a) - reach * Math.sin(a), Math.sin(a) + reach * Math.cos(a)),
      place(Math.cos(b) + reach * Math.sin(b), Math.sin(b) - reach * Math.cos(b)),
      part === parts - 1 ? to : place(Math.cos(b), Math.sin(b)),
    )
  }
}
