/** A page number, or a gap for the pages left out. */
type PageSlot = number | 'gap-before' | 'gap-after'

/**
 * Page buttons for `maxSlots` slots, gaps included (7; 6 on a tablet, 5 on a phone): all pages if
 * they fit; the first ones if they include the current page and its successor, and likewise the
 * last ones; else the current page with its neighbors.
 */
export function buildPageSlots(current: number, pages: number, maxSlots: 5 | 6 | 7 = 7): readonly PageSlot[] {
  if (pages <= maxSlots) return range(1, pages)
  const edge = maxSlots - 2
  if (current < edge) return [...range(1, edge), 'gap-after', pages]
  if (current > pages - edge + 1) return [1, 'gap-before', ...range(pages - edge + 1, pages)]
  const innerSlots = maxSlots - 4
  const first = current - Math.floor((innerSlots - 1) / 2)
  return [1, 'gap-before', ...range(first, first + innerSlots - 1), 'gap-after', pages]
}

export function countPages(total: number, pageSize: number): number {
  return Math.max(1, Math.ceil(total / pageSize))
}

/** The page typed into the page input; null when it isn't a whole number. */
export function parsePage(text: string): number | null {
  const normalizedText = text.normalize('NFKC').trim()
  return /^[+-]?\d+$/.test(normalizedText) ? Number(normalizedText) : null
}

function range(first: number, last: number): number[] {
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => first + index)
}
