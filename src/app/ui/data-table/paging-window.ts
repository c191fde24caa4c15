/** A page number, or a gap that stands for the pages left out. */
export type PageSlot = number | 'gap-before' | 'gap-after'

/**
 * Which page buttons stand in the bar: up to 7 pages all; the first 5 while the current one is among the first 4; the last 5 within 3 of the end; else the
 * current one with a neighbour on either side (spec 1 §2.5, §9; spec 2 "Case book tab").
 */
export function pagingWindow(current: number, pages: number): readonly PageSlot[] {
  if (pages <= 7) return range(1, pages)
  if (current <= 4) return [...range(1, 5), 'gap-after', pages]
  if (current >= pages - 3) return [1, 'gap-before', ...range(pages - 4, pages)]
  return [1, 'gap-before', ...range(current - 1, current + 1), 'gap-after', pages]
}

export function pageCount(total: number, pageSize: number): number {
  return Math.max(1, Math.ceil(total / pageSize))
}

/** The page typed into the jump field; null when it is no whole number. */
export function typedPage(text: string): number | null {
  const plain = text.normalize('NFKC').trim()
  return /^[+-]?\d+$/.test(plain) ? Number(plain) : null
}

function range(first: number, last: number): number[] {
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => first + index)
}
