/** Row numbers of the header and the entry line. */
export const headerRow = -2
export const entryRow = -1

/**
 * `row` is the index in the result, with headerRow and entryRow before it. `column` counts the
 * focusable columns.
 */
export interface CellPosition {
  readonly row: number
  readonly column: number
}

export interface GridShape {
  readonly rows: number
  readonly columns: number
  readonly hasEntry: boolean
  /** Rows that a page key moves by. */
  readonly pageRows: number
  /** Undefined when not loaded. */
  readonly isEmpty: (position: CellPosition) => boolean | undefined
  /** Tab skips this cell, because nothing is typed there. */
  readonly isSkipped: (position: CellPosition) => boolean
}

export const moves = [
  'up',
  'down',
  'left',
  'right',
  'edge-up',
  'edge-down',
  'edge-left',
  'edge-right',
  'page-up',
  'page-down',
  'row-start',
  'row-end',
  'grid-start',
  'grid-end',
  'next',
  'previous',
] as const

export type Move = (typeof moves)[number]

/**
 * The target of a move. Returns the same position when there is nothing further, null when Tab
 * leaves the grid.
 */
export function movePosition(position: CellPosition, move: Move, shape: GridShape): CellPosition | null {
  const lastColumn = shape.columns - 1
  switch (move) {
    case 'up':
    case 'down':
      return { ...position, row: clampRow(position.row + (move === 'up' ? -1 : 1), shape, move === 'up' ? -1 : 1) }
    case 'left':
      return { ...position, column: Math.max(0, position.column - 1) }
    case 'right':
      return { ...position, column: Math.min(lastColumn, position.column + 1) }
    case 'edge-up':
    case 'edge-down':
    case 'edge-left':
    case 'edge-right':
      return findDataEdge(position, directions[move], shape)
    case 'page-up':
      return { ...position, row: clampRow(Math.max(0, position.row - shape.pageRows), shape, -1) }
    case 'page-down':
      return { ...position, row: clampRow(Math.max(0, position.row) + shape.pageRows, shape, -1) }
    case 'row-start':
      return { ...position, column: 0 }
    case 'row-end':
      return { ...position, column: lastColumn }
    case 'grid-start':
      return { row: clampRow(0, shape, 1), column: 0 }
    case 'grid-end':
      return { row: clampRow(shape.rows - 1, shape, -1), column: lastColumn }
    case 'next':
      return findNextInReadingOrder(position, 1, shape)
    case 'previous':
      return findNextInReadingOrder(position, -1, shape)
  }
}

/** Moves a position back into a grid that became smaller. */
export function clampPosition(position: CellPosition, shape: GridShape): CellPosition {
  return {
    row: clampRow(position.row, shape, -1),
    column: Math.max(0, Math.min(shape.columns - 1, position.column)),
  }
}

const directions = {
  'edge-up': { row: -1, column: 0 },
  'edge-down': { row: 1, column: 0 },
  'edge-left': { row: 0, column: -1 },
  'edge-right': { row: 0, column: 1 },
} as const

/** The nearest existing line to `row`, searching in direction `step` first. */
function clampRow(row: number, shape: GridShape, step: 1 | -1): number {
  if (row >= shape.rows) return shape.rows > 0 ? shape.rows - 1 : shape.hasEntry ? entryRow : headerRow
  if (row < headerRow) return headerRow
  if (row === entryRow && !shape.hasEntry) return step === -1 || shape.rows === 0 ? headerRow : 0
  return row
}

function findNextInReadingOrder(position: CellPosition, step: 1 | -1, shape: GridShape): CellPosition | null {
  let column = position.column + step
  while (shape.isSkipped({ ...position, column })) column += step
  if (column >= 0 && column < shape.columns) return { ...position, column }
  const row = position.row + step
  const isInside = row < shape.rows && row >= (shape.hasEntry ? entryRow : 0)
  if (!isInside) return null
  return { row, column: step === 1 ? 0 : shape.columns - 1 }
}

/**
 * Excel's Ctrl+arrow: from filled cells to the last one before a gap, else to the next filled one,
 * else to the edge. Goes to the edge when it reaches rows that aren't loaded.
 */
function findDataEdge(position: CellPosition, step: { row: number; column: number }, shape: GridShape): CellPosition {
  const edge = findGridEdge(position, step, shape)
  let current = position
  let isInData = shape.isEmpty(position) === false
  let isFirst = true
  while (current.row !== edge.row || current.column !== edge.column) {
    const next = stepOver(current, step, shape)
    const isEmpty = shape.isEmpty(next)
    if (isEmpty === undefined) return edge
    if (isFirst && isEmpty) isInData = false
    if (isInData && isEmpty) return current
    if (!isInData && !isEmpty) return next
    current = next
    isFirst = false
  }
  return edge
}

function stepOver(position: CellPosition, step: { row: number; column: number }, shape: GridShape): CellPosition {
  const next = { row: position.row + step.row, column: position.column + step.column }
  return next.row === entryRow && !shape.hasEntry ? { ...next, row: next.row + step.row } : next
}

function findGridEdge(position: CellPosition, step: { row: number; column: number }, shape: GridShape): CellPosition {
  const row = step.row === 0 ? position.row : clampRow(step.row < 0 ? 0 : shape.rows - 1, shape, -1)
  const column = step.column === 0 ? position.column : step.column < 0 ? 0 : shape.columns - 1
  return { row: position.row < 0 && step.row < 0 ? position.row : row, column }
}
