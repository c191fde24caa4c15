import type { ColumnFit, PaperColumn } from './paper.ts'
import { textWidth } from './text-width.ts'

/** A4 less the margins of paper.css, in pt. */
export const paperRoom = { landscape: 785, portrait: 535 } as const

/** Air at both sides of a cell, in pt; paper.css has the same. */
export const cellAir = 6

const fonts = [9, 8.5, 8, 7.5, 7] as const

/** No letters on paper are smaller, in pt. */
export const leastFont = 7

/** A text may wrap from so many em on, the first where there is room, the second where there is little. */
const ease = { comfortable: 9, least: 5 } as const

/**
 * How columns stand beside each other in `room` pt: the largest letters with which no number breaks and no text is squeezed; what is left over goes to the texts, in
 * proportion to their columns on the screen. With too many columns for 7 pt: how many of them, from the left, would fit.
 */
export function fitColumns(
  columns: readonly PaperColumn[],
  rows: readonly (readonly string[])[],
  room: number,
): ColumnFit | { readonly fitting: number } {
  const widest = columns.map((column, at) => widestIn(column, rows, at))
  for (const font of fonts) {
    const least = widths(columns, widest, { font, text: ease.comfortable })
    if (sum(least) <= room) return { font, widths: share(columns, least, { widest, font, room }) }
  }
  const least = widths(columns, widest, { font: leastFont, text: ease.least })
  if (sum(least) <= room) return { font: leastFont, widths: share(columns, least, { widest, font: leastFont, room }) }
  const ends = least.map((_, at) => sum(least.slice(0, at + 1)))
  return { fitting: Math.max(1, ends.filter((end) => end <= room).length) }
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

function widths(
  columns: readonly PaperColumn[],
  widest: readonly Needed[],
  { font, text }: { font: number; text: number },
): number[] {
  return columns.map(({ isWhole }, at) => {
    const { content, label } = widest[at] ?? { content: 0, label: 0 }
    // A long name of a column stands in two lines.
    const named = label <= 4 ? label : Math.max(4, label / 2 + 0.5)
    return Math.max(isWhole ? content : Math.min(content, text), named) * font + cellAir
  })
}

function share(
  columns: readonly PaperColumn[],
  least: readonly number[],
  { widest, font, room }: { widest: readonly Needed[]; font: number; room: number },
): number[] {
  const wants = columns.map(({ width }, at) =>
    (widest[at]?.content ?? 0) * font + cellAir > (least[at] ?? 0) ? width : 0,
  )
  const weights = wants.some((want) => want > 0) ? wants : columns.map(({ width }) => width)
  const spare = room - sum(least)
  return least.map((width, at) => width + (spare * (weights[at] ?? 0)) / sum(weights))
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, one) => total + one, 0)
}
