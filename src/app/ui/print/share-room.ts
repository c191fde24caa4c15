/** A column that may take more than its least width. Everything in pt. */
export interface WrappingColumn {
  readonly least: number
  /** With this much every text stands in one line. */
  readonly most: number
  /** How wide the texts are that would be broken. */
  readonly texts: readonly number[]
}

/** In pt: finer steps are not seen. */
const step = 2

/**
 * Gives `room` to the columns where it saves most lines: always the widening next that saves most for its width. One column may need a long step before it saves anything,
 * so each is asked about every width that the room allows.
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

/** How many lines beyond the first the texts of a column need, at each step from its least width on. */
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

/** In how many lines a text stands. A line is rarely filled to its end: numbers and names go over whole. */
export function linesOf(text: number, width: number): number {
  if (text <= width) return 1
  return Math.max(2, Math.ceil((text * 1.06) / width))
}
