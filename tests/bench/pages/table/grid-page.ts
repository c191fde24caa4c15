import { afterFrame, type FrameCount, framesWhile, onNext, waitUntilShown } from './frame-watch.ts'
import { onNextFrame } from './input-frame.ts'

/**
 * The interface of a grid on its own page. Every grid shows the same records at the same size and
 * reports what is on the screen (the DOM, or the texts a canvas drew), never from its inputs.
 */
export interface BenchGrid {
  /** Creates the records; not timed, because it is the same for all grids. */
  prepare(count: number): void
  mount(root: HTMLElement): void
  unmount(): void
  /** The scrolling element; null until it exists. */
  scroller(): Element | null
  /** Height of the rows' part of the view in px. */
  bodyHeight(): number
  /** The row is rendered with its text. */
  isRowShown(row: number): boolean
  /** The cell of the work column is rendered as active, and the focus is in the grid. */
  isActive(row: number): boolean
  /** The editor is open and shows this text. */
  isTyped(text: string): boolean
  /** The cell of the work column shows this text without an editor. */
  isTextShown(row: number, text: string): boolean
  /** Value in the record behind the cell. */
  valueAt(row: number): unknown
  /** Scrolls to a row and activates its cell of the work column, with the grid's own API. */
  jumpTo(row: number): void
  /** Called before each measured action. */
  forgetRendered?(): void
}

export const rowHeight = 36
export const headerHeight = 34

/**
 * Functions the bench calls from outside. Times are ms from the input event, or the call, until the
 * frame with the result was painted.
 */
export interface GridBench {
  prepare(count: number): void
  mount(): Promise<number>
  unmount(): Promise<void>
  jump(row: number): Promise<number>
  /** These start the clock at the next key; `result` returns the time. */
  watchTyped(text: string): void
  watchCommitted(row: number, text: string): void
  watchActive(row: number): void
  /**
   * The same, measured by Event Timing (input-frame.ts): for an arrow key, a first letter, or a tap
   * from when the finger is lifted.
   */
  watchFrame(what: 'active' | 'typed' | 'tapped', at: { row: number; text: string }): void
  result(): Promise<number>
  startFrames(): void
  stopFrames(): FrameCount
  valueAt(row: number): unknown
  isFocusInside(): boolean
  scrollTop(): number
  rowsInView(): number
}

/** Exposes a grid at `window.bench`. */
export function offerGrid(grid: BenchGrid): void {
  const root = document.getElementById('root')
  if (!root) throw new Error('The page has no root')
  const bench = { ...timeActs(grid, root), ...watchKeys(grid), ...watchFrames(grid), ...isResponsive(grid) }
  Object.assign(window, { bench: bench satisfies GridBench })
}

function timeActs(grid: BenchGrid, root: HTMLElement) {
  return {
    prepare: (count: number) => grid.prepare(count),
    async mount() {
      grid.forgetRendered?.()
      const start = performance.now()
      grid.mount(root)
      return waitUntilShown(start, () => isViewShown(grid))
    },
    async unmount() {
      grid.unmount()
      await afterFrame()
      await afterFrame()
    },
    async jump(row: number) {
      grid.forgetRendered?.()
      const start = performance.now()
      grid.jumpTo(row)
      return waitUntilShown(start, () => grid.isRowShown(row) && grid.isActive(row))
    },
  }
}

function watchKeys(grid: BenchGrid) {
  let watched: Promise<number> | null = null
  return {
    watchTyped(text: string) {
      watched = onNext('keydown', () => grid.isTyped(text))
    },
    watchCommitted(row: number, text: string) {
      grid.forgetRendered?.()
      watched = onNext('keydown', () => grid.isTextShown(row, text) && grid.isActive(row + 1))
    },
    watchActive(row: number) {
      watched = onNext('keydown', () => grid.isActive(row) && grid.isRowShown(row))
    },
    watchFrame(what: 'active' | 'typed' | 'tapped', { row, text }: { row: number; text: string }) {
      const isDone = () => (what === 'typed' ? grid.isTyped(text) : grid.isActive(row))
      watched = onNextFrame(what === 'tapped' ? 'click' : 'keydown', isDone)
    },
    result: () => watched ?? Promise.reject(new Error('Nothing is watched')),
  }
}

function watchFrames(grid: BenchGrid) {
  let frames: ReturnType<typeof framesWhile> | null = null
  return {
    startFrames() {
      frames = framesWhile({ isEmpty: () => !isViewShown(grid) })
    },
    stopFrames(): FrameCount {
      if (!frames) throw new Error('No frames are counted')
      return frames.stop()
    },
  }
}

function isResponsive(grid: BenchGrid) {
  return {
    valueAt: (row: number) => grid.valueAt(row),
    isFocusInside: () => document.activeElement !== document.body && document.activeElement !== null,
    scrollTop: () => grid.scroller()?.scrollTop ?? 0,
    rowsInView: () => rowsInView(grid),
  }
}

/**
 * Checks the first, middle and last row fully in view; checking each would cost more than some
 * grids take.
 */
function isViewShown(grid: BenchGrid): boolean {
  const scroller = grid.scroller()
  if (!scroller) return false
  const first = Math.ceil(scroller.scrollTop / rowHeight)
  const count = rowsInView(grid) - 1
  return [first, first + Math.floor(count / 2), first + count - 1].every((row) => grid.isRowShown(row))
}

function rowsInView(grid: BenchGrid): number {
  return Math.floor(grid.bodyHeight() / rowHeight)
}
