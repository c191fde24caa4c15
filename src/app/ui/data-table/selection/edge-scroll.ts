/** A span on the screen in px. */
interface Span {
  readonly from: number
  readonly to: number
}

const slowest = 0.2
const fastest = 2.4
/** Px from the beginning of the zone to where it goes no faster. */
const ramp = 120

/**
 * How fast a list scrolls along under a drag, in px per ms; negative towards its start. It begins `zone` px before the edge, because a finger cannot go beyond the edge of
 * a tablet, and goes faster the further the pointer is.
 */
export function edgeSpeed(at: number, { from, to }: Span, zone: number): number {
  // In a low list both zones together leave at least its middle third in peace.
  const inner = Math.min(zone, (to - from) / 3)
  const after = at - (to - inner)
  const before = from + inner - at
  if (after > 0) return speedAt(after)
  return before > 0 ? -speedAt(before) : 0
}

function speedAt(depth: number): number {
  return slowest + (fastest - slowest) * Math.min(1, depth / ramp) ** 2
}
