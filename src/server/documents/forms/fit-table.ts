import {
  type Band,
  choosePageFormat,
  type FormDescription,
  getContentArea,
  type TableColumn,
} from './form-description.ts'
import { mmPerPoint } from './form-page.ts'
import { padding, type TextMeasure } from './layout-block.ts'

/** Least width of a column of text, in mm. */
const minTextWidth = 16

/**
 * The form with the widths of its table taken from the content: numbers and days get the width of
 * their widest text, and columns of text share the rest. Unchanged when that doesn't fit on the
 * paper; numbers then shrink.
 */
export function fitTable(
  measure: TextMeasure,
  description: FormDescription,
  longest: readonly string[] | undefined,
): FormDescription {
  const { columns } = description
  if (columns === undefined || longest === undefined) return description
  const widths = columnWidths(measure, columns, { longest, room: getContentArea(choosePageFormat(description)).width })
  if (widths === null) return description
  const fit = (band: Band) => fitBand(band, widths)
  return {
    ...description,
    pages: description.pages.map((bands) => bands.map(fit)),
    ...(description.heads && { heads: description.heads.map(fit) }),
  }
}

/** Null when the columns are wider than the paper. */
function columnWidths(
  { toPrint, measureWidth }: TextMeasure,
  columns: readonly TableColumn[],
  { longest, room }: { longest: readonly string[]; room: number },
): readonly number[] | null {
  // A total is bold, like the header.
  const wide = (text: string) => measureWidth(text, true)
  const widestDigit = [...'0123456789'].reduce((a, b) => (wide(b) > wide(a) ? b : a))
  const content = columns.map(({ header, size }, index) => {
    // Digits differ in width, and only the longest text is known.
    const texts = [header, (longest[index] ?? '').replaceAll(/\d/g, widestDigit)]
    return Math.max(...texts.map((text) => wide(toPrint(text)))) * size * mmPerPoint + 2 * padding.across + 0.2
  })
  const needs = columns.map(({ isUnbroken }, index) => (isUnbroken ? (content[index] ?? 0) : minTextWidth))
  if (sum(needs) > room) return null
  return shareWidth(columns, { content, needs, room })
}

/**
 * Gives the columns of text the free space in proportion to their usual widths, none more than its
 * content while another needs it.
 */
function shareWidth(
  columns: readonly TableColumn[],
  { content, needs, room }: { content: readonly number[]; needs: readonly number[]; room: number },
): readonly number[] {
  const widths = [...needs]
  const getExtraWidth = (index: number) => Math.max(0, (content[index] ?? 0) - (needs[index] ?? 0))
  const getDefaultWidth = (index: number) => columns[index]?.width ?? 0
  const texts = [...columns.keys()]
    .filter((index) => !columns[index]?.isUnbroken)
    .toSorted((a, b) => getExtraWidth(a) / getDefaultWidth(a) - getExtraWidth(b) / getDefaultWidth(b))
  for (const [order, index] of texts.entries()) {
    const share = ((room - sum(widths)) * getDefaultWidth(index)) / sum(texts.slice(order).map(getDefaultWidth))
    widths[index] = (widths[index] ?? 0) + Math.min(getExtraWidth(index), share)
  }
  const [spareRoom, all] = [room - sum(widths), sum(texts.map(getDefaultWidth))]
  return widths.map((width, index) =>
    texts.includes(index) ? width + (spareRoom * getDefaultWidth(index)) / all : width,
  )
}

function fitBand(band: Band, widths: readonly number[]): Band {
  if (band.kind !== 'row' && band.kind !== 'each') return band
  return {
    ...band,
    cells: band.cells.map((cell) => {
      if (cell.columns === undefined) return cell
      const [first, last] = cell.columns
      return { ...cell, width: sum(widths.slice(first, last + 1)) }
    }),
  }
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, value) => total + value, 0)
}
