import type { ColumnFit, PrintColumn } from './print-sheet.ts'

/** Width of A4 without the margins of print-sheet.css, in pt. */
export const printableWidth = { landscape: 785, portrait: 535 } as const

/** Total horizontal padding of a cell, in pt; the same as in print-sheet.css. */
const cellPadding = 5

const fontSizes = [9, 8.5, 8, 7.5, 7] as const

/** Smallest font in print, in pt. */
export const minFontSize = 7

/**
 * Minimum widths in em before a text or a column label may wrap: normally, and when space is short.
 */
const minTextWidth = { comfortable: { text: 4, label: 6 }, least: { text: 5, label: 4 } } as const
type MinTextWidth = (typeof minTextWidth)[keyof typeof minTextWidth]

/** A larger font may need at most this many times the lines of the font that needs fewest. */
const maxLineRatio = 1.1

/** Rows sampled for column widths, evenly over the list. */
const maxSampled = 400

/**
 * Fits columns into `room` pt. Each gets the width its content needs, and the rest goes where it
 * saves most lines. Chooses the largest font in which no number breaks, no text is squeezed and the
 * list is hardly longer than necessary. When the columns don't fit at 7 pt, returns how many would,
 * from the left.
 */
export function fitColumns(
  columns: readonly PrintColumn[],
  rows: readonly (readonly string[])[],
  room: number,
): ColumnFit | { readonly fitting: number } {
  const needs = columns.map((column, index) => measureWidthRequest(column, rows, index))
  const fits = fontSizes.flatMap(
    (font) => fitAtFont(columns, needs, { room, font, minTextWidth: minTextWidth.comfortable }) ?? [],
  )
  const minLines = Math.min(...fits.map(({ lines }) => lines))
  const fit =
    fits.find(({ lines }) => lines <= minLines * maxLineRatio) ??
    fitAtFont(columns, needs, { room, font: minFontSize, minTextWidth: minTextWidth.least })
  if (fit) return { font: fit.font, widths: fit.widths }
  const least = minWidths(columns, needs, { font: minFontSize, ...minTextWidth.least })
  const rightEdges = least.map((_, index) => sum(least.slice(0, index + 1)))
  return { fitting: Math.max(1, rightEdges.filter((end) => end <= room).length) }
}

/** Whether every cell fits its column in one line. */
export function fitsOneLine(cells: readonly string[], { font, widths }: ColumnFit): boolean {
  return cells.every((cell, index) => estimateTextWidth(cell) * font + cellPadding <= (widths[index] ?? 0))
}

/** Widths in em. */
interface WidthRequest {
  /** Width of the widest text. */
  readonly content: number
  readonly label: number
  /** Widths of the sampled rows, in order. */
  readonly texts: readonly number[]
}

function measureWidthRequest(
  { label }: PrintColumn,
  rows: readonly (readonly string[])[],
  index: number,
): WidthRequest {
  const widths = rows.map((row) => estimateTextWidth(row[index] ?? ''))
  const interval = Math.ceil(rows.length / maxSampled)
  return {
    content: widths.reduce((widest, width) => Math.max(widest, width), 0),
    label: estimateTextWidth(label) * 1.05,
    texts: widths.filter((_, row) => row % interval === 0),
  }
}

/** Null when the columns don't fit in this font size. `lines` counts those of the sampled rows. */
function fitAtFont(
  columns: readonly PrintColumn[],
  needs: readonly WidthRequest[],
  { room, font, minTextWidth: limits }: { room: number; font: number; minTextWidth: MinTextWidth },
): (ColumnFit & { readonly lines: number }) | null {
  const least = minWidths(columns, needs, { font, ...limits })
  if (sum(least) > room) return null
  const shared = shareWidth(
    needs.map(({ content, texts }, index) => toWrappingColumn(least[index] ?? 0, { content, texts, font })),
    room - sum(least),
  )
  const widths = shareRest(columns, shared, room)
  return { font, widths, lines: countAllLines(needs, widths, font) }
}

function toWrappingColumn(
  least: number,
  { content, texts, font }: Pick<WidthRequest, 'content' | 'texts'> & { font: number },
): WrappingColumn {
  const inPt = texts.map((text) => text * font + cellPadding).filter((text) => text > least)
  return { min: least, oneLineWidth: Math.max(least, content * font + cellPadding), texts: inPt }
}

function minWidths(
  columns: readonly PrintColumn[],
  needs: readonly WidthRequest[],
  limits: { font: number } & MinTextWidth,
): number[] {
  return columns.map(({ isUnbroken }, index) => {
    const { content, label } = needs[index] ?? { content: 0, label: 0 }
    // A long column label wraps into two lines.
    const named = label <= limits.label ? label : Math.max(limits.label, label / 2 + 0.5)
    return Math.max(isUnbroken ? content : Math.min(content, limits.text), named) * limits.font + cellPadding
  })
}

/** Shares the remaining width among all columns, in proportion to their widths on screen. */
function shareRest(columns: readonly PrintColumn[], widths: readonly number[], room: number): number[] {
  const spareRoom = room - sum(widths)
  const screenWidth = sum(columns.map(({ width }) => width))
  return widths.map(
    (width, index) => width + (screenWidth === 0 ? 0 : (spareRoom * (columns[index]?.width ?? 0)) / screenWidth),
  )
}

function countAllLines(needs: readonly WidthRequest[], widths: readonly number[], font: number): number {
  const rows = needs[0]?.texts ?? []
  return sum(
    rows.map((_, row) =>
      Math.max(
        ...needs.map(({ texts }, index) => countLines((texts[row] ?? 0) * font + cellPadding, widths[index] ?? 0)),
      ),
    ),
  )
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, value) => total + value, 0)
}

/** A column that can use more than its minimum width. All widths in pt. */
interface WrappingColumn {
  readonly min: number
  /** At this width every text fits in one line. */
  readonly oneLineWidth: number
  /** Widths of the texts that would wrap at the minimum width. */
  readonly texts: readonly number[]
}

/** In pt; finer steps are invisible. */
const shareStep = 2

/**
 * Gives `room` to the columns where it saves most lines, always choosing the widening that saves
 * most per pt. A column may need a large step before it saves a line, so all possible widths are
 * compared.
 */
function shareWidth(columns: readonly WrappingColumn[], room: number): readonly number[] {
  const widths = columns.map(({ min }) => min)
  const lines = columns.map((column) => countLinesByWidth(column, room))
  for (let remaining = room; remaining >= shareStep;) {
    const best = findBestWidening(columns, lines, { widths, remaining })
    if (!best) break
    widths[best.index] = (widths[best.index] ?? 0) + best.added
    remaining -= best.added
  }
  return widths
}

/** Lines beyond the first that the column's texts need, for each step from its minimum width. */
function countLinesByWidth({ min, oneLineWidth, texts }: WrappingColumn, room: number): readonly number[] {
  const steps = Math.floor(Math.min(room, Math.max(0, oneLineWidth - min + shareStep)) / shareStep)
  return Array.from({ length: steps + 1 }, (_, index) => {
    const width = min + index * shareStep
    return texts.reduce((lines, text) => lines + countLines(text, width) - 1, 0)
  })
}

interface WidthGain {
  readonly index: number
  readonly added: number
  readonly saved: number
}

function findBestWidening(
  columns: readonly WrappingColumn[],
  lines: readonly (readonly number[])[],
  { widths, remaining }: { widths: readonly number[]; remaining: number },
): WidthGain | null {
  let best: WidthGain | null = null
  for (const [index, { min }] of columns.entries()) {
    const lineCounts = lines[index] ?? []
    const from = Math.round(((widths[index] ?? min) - min) / shareStep)
    const lastIndex = Math.min(lineCounts.length - 1, from + Math.floor(remaining / shareStep))
    for (let to = from + 1; to <= lastIndex; to += 1) {
      const added = (to - from) * shareStep
      const saved = ((lineCounts[from] ?? 0) - (lineCounts[to] ?? 0)) / added
      if (saved > 0 && (!best || saved > best.saved)) best = { index, added, saved }
    }
  }
  return best
}

/**
 * Number of lines of a text. Adds a margin, because words and numbers wrap whole and rarely fill a
 * line.
 */
function countLines(text: number, width: number): number {
  if (text <= width) return 1
  return Math.max(2, Math.ceil((text * 1.06) / width))
}

/**
 * Estimated width of a text in the office's typeface, in em, before anything is drawn: Hangul and
 * Hanja 0.88, capitals and digits 0.62, small marks 0.3. Slightly too large, so that what seems to
 * fit does.
 */
export function estimateTextWidth(text: string): number {
  let width = 0
  for (const letter of text) width += estimateLetterWidth(letter)
  return width
}

function estimateLetterWidth(letter: string): number {
  if (letter > '\u1100') return 0.88
  if (narrowLetters.has(letter)) return 0.32
  return 0.62
}

const narrowLetters = new Set(" .,:;'`|!()[]ijl-")
