import { breakLines } from './break-lines.ts'
import { defaultFontSize, type EntryColumn, type LetterStyle, minFontSize } from './form-description.ts'
import { mmPerPoint, type TextRun } from './form-page.ts'
import type { Typeface } from './typeface.ts'

export type TextMeasure = Pick<Typeface, 'toPrint' | 'measureWidth'>

/** The position of a box in mm. */
interface Box {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** The content of a box of any height. */
export interface Block {
  readonly x: number
  readonly width: number
  readonly size: number
  /** Height at that letter size, including padding. */
  heightAt(size: number): number
  runsAt(size: number, box: Box): TextRun[]
  /** The replacement when it does not fit: a reference to the annex. */
  abbreviate(): Block
  readonly annex: AnnexEntry
}

const annexReference = '별지 목록 기재와 같음'

interface PlacedTextStyle extends LetterStyle {
  readonly x: number
  readonly width: number
}

/** Text in a box. */
export function createTextBlock(measure: TextMeasure, letters: PlacedTextStyle, { name, text }: AnnexEntry): Block {
  const printed = toPrintedText(measure, text)
  const linesAt = memoize((size) => breakCellLines(measure, { ...letters, text: printed }, size))
  return {
    x: letters.x,
    width: letters.width,
    size: fitAmountSize(measure, letters, printed) ?? letters.size ?? defaultFontSize,
    heightAt: (size) => linesAt(size).length * getLineHeight(size) + 2 * padding.down,
    runsAt: (size, box) => positionLines(measure, letters, { lines: linesAt(size), size, box }),
    abbreviate: () => createTextBlock(measure, letters, { name, text: annexReference }),
    annex: { name, text },
  }
}

/** The size at which an amount wider than its box fits in one line; null for any other text. */
function fitAmountSize(measure: TextMeasure, letters: PlacedTextStyle, text: string): number | null {
  if (!/^[+−-]?\d{1,3}(?:,\d{3})+$/.test(text)) return null
  const room = (letters.width - 2 * padding.across) / mmPerPoint
  const size = letters.size ?? defaultFontSize
  const wide = measureLetters(measure, letters, text)
  return wide * size <= room ? null : Math.floor((room / wide) * 100) / 100
}

/**
 * Rows of cells in one box: the cells of a row are next to each other, and the next row starts
 * below the longest of them.
 */
export function createEntriesBlock(
  measure: TextMeasure,
  columns: readonly (EntryColumn & PlacedTextStyle)[],
  { name, rows }: { name: string; rows: readonly (readonly string[])[] },
): Block {
  const printed = rows.map((row) => row.map((cell) => toPrintedText(measure, cell)))
  const layoutAt = memoize((size) =>
    printed.map((row) =>
      columns.map((column, index) => breakCellLines(measure, { ...column, text: row[index] ?? '' }, size)),
    ),
  )
  const rowHeight = (row: readonly string[][], size: number) =>
    Math.max(...row.map((lines) => lines.length)) * getLineHeight(size)
  const rowsHeight = (size: number) =>
    layoutAt(size).reduce((sum, row) => sum + rowHeight(row, size), (rows.length - 1) * entryGap)
  const [first] = columns
  return {
    x: first?.x ?? 0,
    width: columns.reduce((sum, { width }) => sum + width, 0),
    size: defaultFontSize,
    heightAt: (size) => rowsHeight(size) + 2 * padding.down,
    runsAt(size, box) {
      let y = box.y + padding.down + Math.max(0, (box.height - 2 * padding.down - rowsHeight(size)) / 2)
      return layoutAt(size).flatMap((row) => {
        const height = rowHeight(row, size)
        const top = y
        y += height + entryGap
        return row.flatMap((lines, index) => {
          const column = columns[index]
          if (column === undefined) return []
          const cell = { x: column.x, y: top - padding.down, width: column.width, height: height + 2 * padding.down }
          return positionLines(measure, { ...column, vertical: 'top' }, { lines, size, box: cell })
        })
      })
    },
    abbreviate: () => createEntriesBlock(measure, columns, { name, rows: [buildShortRow(columns, rows)] }),
    annex: { name, text: rows.map((row, index) => formatAnnexRow(columns, row, index)).join('\n\n') },
  }
}

const entryGap = 1

/**
 * The first row and the number of others; the widest column refers to the annex. A name too long
 * for the box appears only in the annex.
 */
function buildShortRow(columns: readonly EntryColumn[], rows: readonly (readonly string[])[]): string[] {
  const widest = Math.max(...columns.map(({ width }) => width))
  const [firstLine = ''] = (rows[0]?.[0] ?? '').split('\n')
  const name = firstLine.length > maxNameLength ? '' : firstLine
  const othersText = rows.length > 1 ? `외 ${rows.length - 1}명` : ''
  return columns.map(({ width }, index) => {
    if (width === widest) return annexReference
    return index === 0 ? [name, othersText].filter(Boolean).join('\n') : ''
  })
}

const maxNameLength = 40

function formatAnnexRow(columns: readonly EntryColumn[], row: readonly string[], position: number): string {
  const lines = columns.flatMap(({ name }, index) => {
    const cell = row[index]?.replaceAll('\n', ' ') ?? ''
    return cell === '' ? [] : [`    ${name} : ${cell}`]
  })
  return [`${position + 1}.`, ...lines].join('\n')
}

/** The largest size at which a block fits a height; null when it belongs in the annex. */
export function fitFontSize(block: Block, height: number): number | null {
  // An amount in a narrow box is smaller than that already.
  const smallest = Math.min(block.size, minFontSize)
  for (let size = block.size; size >= smallest; size -= 0.5) if (block.heightAt(size) <= height + 0.01) return size
  return null
}

function toPrintedText({ toPrint }: TextMeasure, text: string): string {
  return text.split('\n').map(toPrint).join('\n')
}

function breakCellLines(measure: TextMeasure, cell: PlacedTextStyle & { text: string }, size: number): string[] {
  const width = (cell.width - 2 * padding.across) / (size * mmPerPoint)
  return breakLines(cell.text, width, (text) => measureLetters(measure, cell, text))
}

/** Width in em. */
function measureLetters({ measureWidth }: TextMeasure, { isBold, spacing = 0 }: LetterStyle, text: string): number {
  return measureWidth(text, isBold) + (spacing === 0 ? 0 : spacing * Math.max(0, Array.from(text).length - 1))
}

function positionLines(
  measure: TextMeasure,
  letters: LetterStyle,
  { lines, size, box }: { lines: readonly string[]; size: number; box: Box },
): TextRun[] {
  const step = getLineHeight(size)
  const free = box.height - lines.length * step
  const top = letters.vertical === 'top' ? padding.down : Math.max(padding.down, free / 2)
  return lines.flatMap((line, index) => {
    const text = line.trim()
    if (text === '') return []
    const indent = measure.measureWidth(line.slice(0, line.length - line.trimStart().length)) * size * mmPerPoint
    const textWidth = measureLetters(measure, letters, text) * size * mmPerPoint
    const room = box.width - 2 * padding.across - textWidth
    const left = { left: indent, center: room / 2, right: room }[letters.align ?? 'left']
    return [
      {
        text,
        size,
        isBold: letters.isBold ?? false,
        spacing: (letters.spacing ?? 0) * size,
        x: box.x + padding.across + left,
        // Hangul extends 0.88 em above and 0.12 em below its baseline.
        y: box.y + top + index * step + (step - size * mmPerPoint) / 2 + 0.88 * size * mmPerPoint,
      },
    ]
  })
}

function memoize<Value>(compute: (size: number) => Value): (size: number) => Value {
  const cache = new Map<number, Value>()
  return (size) => {
    const value = cache.get(size) ?? compute(size)
    cache.set(size, value)
    return value
  }
}

/** Text that did not fit its box, for the annex 별지. */
export interface AnnexEntry {
  readonly name: string
  readonly text: string
}

/** Distance between baselines. */
export function getLineHeight(size: number): number {
  return size * 1.35 * mmPerPoint
}

/** Distance between a rule and the letters next to it. */
export const padding = { across: 1.5, down: 0.8 } as const
