/** The width in px at which header and drawn cells of a column show their whole text; measured on the text itself, as cells cut off theirs. */
export function fittingWidth(handle: Element, at: number): number {
  const grid = handle.closest('[role=grid]')
  const cells = grid ? [...grid.querySelectorAll<HTMLElement>(`[data-col="${at}"]`)] : []
  const context = document.createElement('canvas').getContext('2d')
  if (!context) return cells[0]?.offsetWidth ?? 0
  const widest = cells.reduce((width, cell) => {
    context.font = getComputedStyle(cell).font
    const text = cell.querySelector('.truncate')?.textContent ?? ''
    return Math.max(width, context.measureText(text).width)
  }, 0)
  return Math.min(widestColumn, Math.ceil(widest) + padding)
}

const widestColumn = 640
/** Both sides of a cell, and the arrow of a sorted header. */
const padding = 42
