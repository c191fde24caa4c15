/** Spec 1 §2.5: an action bar shows three actions, the rest stand behind 더보기. */
export const maxShown = 3

export interface BarRoom {
  /** Pixels of the bar. */
  available: number
  /** Of the first actions, in order; at most as many as ever stand outside the menu. */
  widths: readonly number[]
  gap: number
  /** Of 더보기. */
  moreWidth: number
  /** How many actions there are altogether. */
  total: number
}

/** How many of the first actions stand in the bar itself: three, fewer when they do not fit, never none. The rest, if any, needs room for 더보기. */
export function shownActions({ available, widths, gap, moreWidth, total }: BarRoom): number {
  const most = Math.min(maxShown, total, widths.length)
  for (let count = most; count > 1; count -= 1) {
    const shown = widths.slice(0, count).reduce((sum, width) => sum + width, gap * (count - 1))
    const needed = count < total ? shown + gap + moreWidth : shown
    if (needed <= available) return count
  }
  return Math.min(1, most)
}
