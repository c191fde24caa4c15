/** A range on the screen in px. */
interface Span {
  readonly from: number
  readonly to: number
}

const slowest = 0.2
const fastest = 2.4
/** Px from the start of the zone to the maximum speed. */
const ramp = 120

/**
 * Scroll speed during a drag in px per ms; negative towards the start. Starts `zone` px before the
 * edge, because a finger cannot go beyond a tablet's edge, and increases with the distance.
 */
export function edgeSpeed(at: number, { from, to }: Span, zone: number): number {
  // In a low list the two zones leave at least the middle third free.
  const inner = Math.min(zone, (to - from) / 3)
  const after = at - (to - inner)
  const before = from + inner - at
  if (after > 0) return speedAt(after)
  return before > 0 ? -speedAt(before) : 0
}

function speedAt(depth: number): number {
  return slowest + (fastest - slowest) * Math.min(1, depth / ramp) ** 2
}
