import { useLayoutEffect, useRef, useState } from 'react'
import type { RefObject } from 'react'
import { maxShown, shownActions } from './shown-actions.ts'

/**
 * Measures how many actions fit. Pass the labels in order as `names`; the bar is measured again
 * when they change. Three are rendered first and corrected before the browser paints. When a
 * focused action moves into the menu, the focus moves to 더보기.
 */
export function useShownActions(names: readonly string[]): { bar: RefObject<HTMLDivElement | null>; shown: number } {
  const bar = useRef<HTMLDivElement>(null)
  const key = names.join('\n')
  const total = names.length
  const [measured, setMeasured] = useState<{ key: string; shown: number; hadFocus: boolean } | null>(null)
  const shown = measured?.key === key ? measured.shown : Math.min(maxShown, total)

  useLayoutEffect(() => {
    const element = bar.current
    if (!element) return
    const actions = () => [...element.querySelectorAll<HTMLElement>('[data-action]')]
    const widths = actions().map((action) => action.offsetWidth)
    const gap = Number.parseFloat(getComputedStyle(element).columnGap) || 0
    const moreWidth = element.querySelector<HTMLElement>('[data-more-width]')?.offsetWidth ?? 0
    const measure = () => {
      const next = shownActions({ available: element.clientWidth, widths, gap, moreWidth, total })
      const focused = actions().findIndex((action) => action === document.activeElement)
      setMeasured((before) => {
        if (before?.key === key && before.shown === next) return before
        return { key, shown: next, hadFocus: focused >= next }
      })
    }
    const watch = new ResizeObserver(measure)
    watch.observe(element)
    measure()
    return () => watch.disconnect()
  }, [key, total])

  useLayoutEffect(() => {
    if (measured?.hadFocus) bar.current?.querySelector<HTMLElement>('[data-more]')?.focus()
  }, [measured])
  return { bar, shown }
}
