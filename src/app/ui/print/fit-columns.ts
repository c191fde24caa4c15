import type { ColumnFit, PaperColumn } from './paper.ts'
import { textWidth } from './text-width.ts'

/** A4 less the margins of paper.css, in pt. */
export const paperRoom = { landscape: 785, portrait: 535 } as const

/** Air at both sides of a cell, in pt; paper.css has the same. */
export const cellAir = 6

const fonts = [9, 8.5, 8, 7.5, 7] as const

/** No letters on paper are smaller, in pt. */
export const leastFont = 7

/** A text, and the name of a column, may wrap from so many em on: the first where there is room, the second where there is little. */
const ease = { comfortable: { text: 9, label: 6 }, least: { text: 5, label: 4 } } as const
type Ease = (typeof ease)[keyof typeof ease]

/**
 * How columns stand beside each other in `room` pt: the largest letters with which no number breaks and no text is squeezed. What is left over goes to the texts that would
 * wrap, in proportion to their columns on the screen, and what those do not need to all. With too many columns for 7 pt: how many of them, from the left, would fit.
 */
export function fitColumns(
  columns: readonly PaperColumn[],
  rows: readonly (readonly string[])[],
  room: number,
): ColumnFit | { readonly fitting: number } {
  const widest = columns.map((column, at) => widestIn(column, rows, at))
  for (const font of fonts) {
    const least = leastWidths(columns, widest, { font, ...ease.comfortable })
    if (sum(least) <= room) return { font, widths: share(columns, least, { widest, font, room }) }
  }
  const least = leastWidths(columns, widest, { font: leastFont, ...ease.least })
  if (sum(least) <= room) return { font: leastFont, widths: share(columns, least, { widest, font: leastFont, room }) }
  const ends = least.map((_, at) => sum(least.slice(0, at + 1)))
  return { fitting: Math.max(1, ends.filter((end) => end <= room).length) }
}

/** Whether each of the cells stands in its column in one line. */
export function doFit(cells: readonly string[], { font, widths }: ColumnFit): boolean {
  return cells.every((cell, at) => textWidth(cell) * font + cellAir <= (widths[at] ?? 0))
}

interface Needed {
  /** In em. */
  readonly content: number
  readonly label: number
}

function widestIn({ label }: PaperColumn, rows: readonly (readonly string[])[], at: number): Needed {
  const content = rows.reduce((most, row) => Math.max(most, textWidth(row[at] ?? '')), 0)
  return { content, label: textWidth(label) * 1.05 }
}

function leastWidths(
  columns: readonly PaperColumn[],
  widest: readonly Needed[],
  most: { font: number } & Ease,
): number[] {
  return columns.map(({ isWhole }, at) => {
    const { content, label } = widest[at] ?? { content: 0, label: 0 }
    // A long name of a column stands in two lines.
    const named = label <= most.label ? label : Math.max(most.label, label / 2 + 0.5)
    return Math.max(isWhole ? content : Math.min(content, most.text), named) * most.font + cellAir
  })
}

function share(
  columns: readonly PaperColumn[],
  least: readonly number[],
  { widest, font, room }: { widest: readonly Needed[]; font: number; room: number },
): number[] {
  const wants = least.map((width, at) => Math.max(0, (widest[at]?.content ?? 0) * font + cellAir - width))
  const asking = columns.map(({ width }, at) => ((wants[at] ?? 0) > 0 ? width : 0))
  const given = inProportion(Math.min(room - sum(least), sum(wants)), asking)
  const widths = least.map((width, at) => width + (given[at] ?? 0))
  const rest = inProportion(
    room - sum(widths),
    columns.map(({ width }) => width),
  )
  return widths.map((width, at) => width + (rest[at] ?? 0))
}

function inProportion(amount: number, weights: readonly number[]): number[] {
  const all = sum(weights)
  return weights.map((weight) => (all === 0 ? 0 : (amount * weight) / all))
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, one) => total + one, 0)
}
