/** Rows rendered together, which a screen reader can walk through without re-rendering. */
const rowsPerPage = 100

export function pageOfRow(row: number): number {
  return Math.max(0, Math.floor(row / rowsPerPage))
}

/**
 * The hundreds to draw, in ascending order: the active row's, so its cell can hold the focus, and
 * those in view for sighted users.
 */
export function drawnPages(
  visibleRows: { active: number; top: number; bottom: number },
  total: number,
): readonly number[] {
  if (total === 0) return []
  const last = pageOfRow(total - 1)
  const pages = [visibleRows.active, visibleRows.top, visibleRows.bottom].map((row) => Math.min(last, pageOfRow(row)))
  return [...new Set(pages)].toSorted((a, b) => a - b)
}

/** First and last row of a page, inclusive. */
export function rowsOfPage(page: number, total: number): { readonly first: number; readonly last: number } {
  return { first: page * rowsPerPage, last: Math.min(total, (page + 1) * rowsPerPage) - 1 }
}
