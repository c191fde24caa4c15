import { type RefObject, useLayoutEffect, useRef, useState } from 'react'

/** An action bar shows at most this many actions; the rest go behind 더보기. */
export const maxShownActions = 3

interface BarMeasurements {
  /** Width of the bar, in px. */
  available: number
  /** Widths of the first actions in order, in px; at most `maxShownActions`. */
  widths: readonly number[]
  gap: number
  /** Width of the 더보기 button, in px. */
  moreWidth: number
  /** Total number of actions. */
  total: number
}

/**
 * How many of the first actions the bar shows: up to three, as many as fit, at least one. Reserves
 * room for 더보기 when some are left over.
 */
export function countShownActions({ available, widths, gap, moreWidth, total }: BarMeasurements): number {
  const maxCount = Math.min(maxShownActions, total, widths.length)
  for (let count = maxCount; count > 1; count -= 1) {
    const shownWidth = widths.slice(0, count).reduce((sum, width) => sum + width, gap * (count - 1))
    const needed = count < total ? shownWidth + gap + moreWidth : shownWidth
    if (needed <= available) return count
  }
  return Math.min(1, maxCount)
}

interface MeasuredBar {
  readonly key: string
  readonly shownCount: number
  readonly isWordless: boolean
  readonly hadFocus: boolean
}

interface FittedBar {
  readonly bar: RefObject<HTMLDivElement | null>
  readonly shownCount: number
  readonly isMoreWordless: boolean
}

/** Whether 더보기 has no room for its word next to the only action that is left. */
function isMoreWordless({ available, widths, gap, moreWidth, total }: BarMeasurements): boolean {
  return total > 1 && (widths[0] ?? 0) + gap + moreWidth > available
}

/**
 * Measures how many actions fit. Pass the labels in order as `names`; the bar is measured again
 * when they change. Three are rendered first and corrected before the browser paints. When a
 * focused action moves into the menu, the focus moves to 더보기.
 */
export function useFitActions(names: readonly string[]): FittedBar {
  const bar = useRef<HTMLDivElement>(null)
  const key = names.join('\n')
  const total = names.length
  const [measured, setMeasured] = useState<MeasuredBar | null>(null)
  const shownCount = measured?.key === key ? measured.shownCount : Math.min(maxShownActions, total)

  useLayoutEffect(() => {
    const element = bar.current
    if (!element) return
    const actions = () => [...element.querySelectorAll<HTMLElement>('[data-action]')]
    const widths = actions().map((action) => action.offsetWidth)
    const gap = Number.parseFloat(getComputedStyle(element).columnGap) || 0
    const moreWidth = element.querySelector<HTMLElement>('[data-more-width]')?.offsetWidth ?? 0
    const measure = () => {
      const sizes = { available: element.clientWidth, widths, gap, moreWidth, total }
      const next = countShownActions(sizes)
      const isWordless = isMoreWordless(sizes)
      const focused = actions().findIndex((action) => action === document.activeElement)
      setMeasured((before) => {
        if (before?.key === key && before.shownCount === next && before.isWordless === isWordless) return before
        return { key, shownCount: next, isWordless, hadFocus: focused >= next }
      })
    }
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    measure()
    return () => observer.disconnect()
  }, [key, total])

  useLayoutEffect(() => {
    if (measured?.hadFocus) bar.current?.querySelector<HTMLElement>('[data-more]')?.focus()
  }, [measured])
  return { bar, shownCount, isMoreWordless: measured?.isWordless ?? false }
}
