/** A column that can use more than its minimum width. All widths in pt. */
export interface WrappingColumn {
  readonly min: number
  /** At this width every text fits in one line. */
  readonly limits: number
  /** Widths of the texts that would wrap at the minimum width. */
  readonly texts: readonly number[]
}

/** In pt; finer steps are invisible. */
const step = 2

/**
 * Gives `room` to the columns where it saves most lines, always choosing the widening that saves
 * most per pt. A column may need a large step before it saves a line, so all possible widths are
 * compared.
 */
export function shareRoom(columns: readonly WrappingColumn[], room: number): readonly number[] {
  const widths = columns.map(({ min }) => min)
  const lines = columns.map((column) => linesByWidth(column, room))
  for (let remaining = room; remaining >= step;) {
    const best = bestWidening(columns, lines, { widths, remaining })
    if (!best) break
    widths[best.at] = (widths[best.at] ?? 0) + best.added
    remaining -= best.added
  }
  return widths
}

/** Lines beyond the first that the column's texts need, for each step from its minimum width. */
function linesByWidth({ min, limits: max, texts }: WrappingColumn, room: number): readonly number[] {
  const steps = Math.floor(Math.min(room, Math.max(0, max - min + step)) / step)
  return Array.from({ length: steps + 1 }, (_, at) => {
    const width = min + at * step
    return texts.reduce((sum, text) => sum + linesOf(text, width) - 1, 0)
  })
}

interface Widening {
  readonly at: number
  readonly added: number
  readonly saved: number
}

function bestWidening(
  columns: readonly WrappingColumn[],
  lines: readonly (readonly number[])[],
  { widths, remaining }: { widths: readonly number[]; remaining: number },
): Widening | null {
  let best: Widening | null = null
  for (const [at, { min }] of columns.entries()) {
    const lineCounts = lines[at] ?? []
    const from = Math.round(((widths[at] ?? min) - min) / step)
    const lastIndex = Math.min(lineCounts.length - 1, from + Math.floor(remaining / step))
    for (let to = from + 1; to <= lastIndex; to += 1) {
      const added = (to - from) * step
      const saved = ((lineCounts[from] ?? 0) - (lineCounts[to] ?? 0)) / added
      if (saved > 0 && (!best || saved > best.saved)) best = { at, added, saved }
    }
  }
  return best
}

/**
 * Number of lines of a text. Adds a margin, because words and numbers wrap whole and rarely fill a
 * line.
 */
export function linesOf(text: number, width: number): number {
  if (text <= width) return 1
  return Math.max(2, Math.ceil((text * 1.06) / width))
}
