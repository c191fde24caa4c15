import type { ColumnFit, PaperColumn } from './paper.ts'

/** Width of A4 without the margins of paper.css, in pt. */
export const paperRoom = { landscape: 785, portrait: 535 } as const

/** Total horizontal padding of a cell, in pt; the same as in paper.css. */
const cellAir = 5

const fonts = [9, 8.5, 8, 7.5, 7] as const

/** Smallest font in print, in pt. */
export const minFontSize = 7

/**
 * Minimum widths in em before a text or a column label may wrap: normally, and when space is short.
 */
const minTextWidth = { comfortable: { text: 4, label: 6 }, least: { text: 5, label: 4 } } as const
type MinTextWidth = (typeof minTextWidth)[keyof typeof minTextWidth]

/** A larger font may need at most this many times the lines of the best one. */
const brokenAtMost = 1.1

/** Rows sampled for column widths, evenly over the list. */
const maxSampled = 400

/**
 * Fits columns into `room` pt. Each gets the width its content needs, and the rest goes where it
 * saves most lines. Chooses the largest font in which no number breaks, no text is squeezed and the
 * list is hardly longer than necessary. When the columns don't fit at 7 pt, returns how many would,
 * from the left.
 */
export function fitColumns(
  columns: readonly PaperColumn[],
  rows: readonly (readonly string[])[],
  room: number,
): ColumnFit | { readonly fitting: number } {
  const needs = columns.map((column, index) => measureWidthRequest(column, rows, index))
  const fits = fonts.flatMap(
    (font) => fitAtFont(columns, needs, { room, font, minTextWidth: minTextWidth.comfortable }) ?? [],
  )
  const fewest = Math.min(...fits.map(({ lines }) => lines))
  const fit =
    fits.find(({ lines }) => lines <= fewest * brokenAtMost) ??
    fitAtFont(columns, needs, { room, font: minFontSize, minTextWidth: minTextWidth.least })
  if (fit) return { font: fit.font, widths: fit.widths }
  const least = minWidths(columns, needs, { font: minFontSize, ...minTextWidth.least })
  const rightEdges = least.map((_, index) => sum(least.slice(0, index + 1)))
  return { fitting: Math.max(1, rightEdges.filter((end) => end <= room).length) }
}

/** Whether every cell fits its column in one line. */
export function fitsOneLine(cells: readonly string[], { font, widths }: ColumnFit): boolean {
  return cells.every((cell, index) => textWidth(cell) * font + cellAir <= (widths[index] ?? 0))
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
  { label }: PaperColumn,
  rows: readonly (readonly string[])[],
  index: number,
): WidthRequest {
  const widths = rows.map((row) => textWidth(row[index] ?? ''))
  const every = Math.ceil(rows.length / maxSampled)
  return {
    content: widths.reduce((limits, width) => Math.max(limits, width), 0),
    label: textWidth(label) * 1.05,
    texts: widths.filter((_, row) => row % every === 0),
  }
}

/** Null when the columns don't fit in this font size. `lines` counts those of the sampled rows. */
function fitAtFont(
  columns: readonly PaperColumn[],
  needs: readonly WidthRequest[],
  { room, font, minTextWidth: limits }: { room: number; font: number; minTextWidth: MinTextWidth },
): (ColumnFit & { readonly lines: number }) | null {
  const least = minWidths(columns, needs, { font, ...limits })
  if (sum(least) > room) return null
  const shared = shareRoom(
    needs.map(({ content, texts }, index) => wrapping(least[index] ?? 0, { content, texts, font })),
    room - sum(least),
  )
  const widths = withRest(columns, shared, room)
  return { font, widths, lines: linesIn(needs, widths, font) }
}

function wrapping(
  least: number,
  { content, texts, font }: Pick<WidthRequest, 'content' | 'texts'> & { font: number },
): WrappingColumn {
  const inPt = texts.map((text) => text * font + cellAir).filter((text) => text > least)
  return { min: least, limits: Math.max(least, content * font + cellAir), texts: inPt }
}

function minWidths(
  columns: readonly PaperColumn[],
  needs: readonly WidthRequest[],
  limits: { font: number } & MinTextWidth,
): number[] {
  return columns.map(({ isUnbroken }, index) => {
    const { content, label } = needs[index] ?? { content: 0, label: 0 }
    // A long column label wraps into two lines.
    const named = label <= limits.label ? label : Math.max(limits.label, label / 2 + 0.5)
    return Math.max(isUnbroken ? content : Math.min(content, limits.text), named) * limits.font + cellAir
  })
}

/** Shares the remaining width among all columns, in proportion to their widths on screen. */
function withRest(columns: readonly PaperColumn[], widths: readonly number[], room: number): number[] {
  const spareRoom = room - sum(widths)
  const all = sum(columns.map(({ width }) => width))
  return widths.map((width, index) => width + (all === 0 ? 0 : (spareRoom * (columns[index]?.width ?? 0)) / all))
}

function linesIn(needs: readonly WidthRequest[], widths: readonly number[], font: number): number {
  const rows = needs[0]?.texts ?? []
  return sum(
    rows.map((_, row) =>
      Math.max(...needs.map(({ texts }, index) => countLines((texts[row] ?? 0) * font + cellAir, widths[index] ?? 0))),
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
  readonly limits: number
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
function shareRoom(columns: readonly WrappingColumn[], room: number): readonly number[] {
  const widths = columns.map(({ min }) => min)
  const lines = columns.map((column) => linesByWidth(column, room))
  for (let remaining = room; remaining >= shareStep;) {
    const best = bestWidening(columns, lines, { widths, remaining })
    if (!best) break
    widths[best.index] = (widths[best.index] ?? 0) + best.added
    remaining -= best.added
  }
  return widths
}

/** Lines beyond the first that the column's texts need, for each step from its minimum width. */
function linesByWidth({ min, limits: max, texts }: WrappingColumn, room: number): readonly number[] {
  const steps = Math.floor(Math.min(room, Math.max(0, max - min + shareStep)) / shareStep)
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

function bestWidening(
  columns: readonly WrappingColumn[],
  lines: readonly (readonly number[])[],
  { widths, remaining }: { widths: readonly number[]; remaining: number },
): WidthGain | null {
  let best: WidthGain | null = null
  for (const [at, { min }] of columns.entries()) {
    const lineCounts = lines[at] ?? []
    const from = Math.round(((widths[at] ?? min) - min) / shareStep)
    const lastIndex = Math.min(lineCounts.length - 1, from + Math.floor(remaining / shareStep))
    for (let to = from + 1; to <= lastIndex; to += 1) {
      const added = (to - from) * shareStep
      const saved = ((lineCounts[from] ?? 0) - (lineCounts[to] ?? 0)) / added
      if (saved > 0 && (!best || saved > best.saved)) best = { index: at, added, saved }
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
export function textWidth(text: string): number {
  let width = 0
  for (const letter of text) width += letterWidth(letter)
  return width
}

function letterWidth(letter: string): number {
  if (letter > '\u1100') return 0.88
  if (narrowLetter.has(letter)) return 0.32
  return 0.62
}

const narrowLetter = new Set(" .,:;'`|!()[]ijl-")
