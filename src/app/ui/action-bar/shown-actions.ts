/** An action bar shows at most this many actions; the rest go behind 더보기. */
export const maxShown = 3

export interface BarRoom {
  /** Width of the bar, in px. */
  available: number
  /** Widths of the first actions in order, in px; at most `maxShown` of them. */
  widths: readonly number[]
  gap: number
  /** Width of the 더보기 button, in px. */
  moreWidth: number
  /** Total number of actions. */
  total: number
}

/**
 * How many of the first actions to show in the bar: at most three, at least one, and fewer than
 * three when they don't fit. Reserves room for 더보기 when some are left over.
 */
export function shownActions({ available, widths, gap, moreWidth, total }: BarRoom): number {
  const most = Math.min(maxShown, total, widths.length)
  for (let count = most; count > 1; count -= 1) {
    const shown = widths.slice(0, count).reduce((sum, width) => sum + width, gap * (count - 1))
    const needed = count < total ? shown + gap + moreWidth : shown
    if (needed <= available) return count
  }
  return Math.min(1, most)
}
