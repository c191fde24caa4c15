/** A column that can use more than its minimum width. All widths in pt. */
export interface WrappingColumn {
  readonly least: number
  /** At this width every text fits in one line. */
  readonly most: number
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
  const widths = columns.map(({ least }) => least)
  const lines = columns.map((column) => linesByWidth(column, room))
  for (let left = room; left >= step;) {
    const best = bestWidening(columns, lines, { widths, left })
    if (!best) break
    widths[best.at] = (widths[best.at] ?? 0) + best.by
    left -= best.by
  }
  return widths
}

/** Lines beyond the first that the column's texts need, for each step from its minimum width. */
function linesByWidth({ least, most, texts }: WrappingColumn, room: number): readonly number[] {
  const steps = Math.floor(Math.min(room, Math.max(0, most - least + step)) / step)
  return Array.from({ length: steps + 1 }, (_, at) => {
    const width = least + at * step
    return texts.reduce((sum, text) => sum + linesOf(text, width) - 1, 0)
  })
}

interface Widening {
  readonly at: number
  readonly by: number
  readonly saved: number
}

function bestWidening(
  columns: readonly WrappingColumn[],
  lines: readonly (readonly number[])[],
  { widths, left }: { widths: readonly number[]; left: number },
): Widening | null {
  let best: Widening | null = null
  for (const [at, { least }] of columns.entries()) {
    const own = lines[at] ?? []
    const from = Math.round(((widths[at] ?? least) - least) / step)
    const reach = Math.min(own.length - 1, from + Math.floor(left / step))
    for (let to = from + 1; to <= reach; to += 1) {
      const by = (to - from) * step
      const saved = ((own[from] ?? 0) - (own[to] ?? 0)) / by
      if (saved > 0 && (!best || saved > best.saved)) best = { at, by, saved }
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
