import { useEffect } from 'react'
import type { RefObject } from 'react'
import type { ListRange } from 'react-virtuoso'
import type { Geometry } from '../layout/geometry.ts'
import { stickyTop } from '../layout/geometry.ts'

/**
 * Minimum drawn lines beyond each edge of the view; with fewer the virtualizer is notified at once.
 */
const spareLines = 2

/**
 * Delays the virtualizer's notice of a small scroll until after the frame that shows it. Every
 * visible line is drawn already, and drawing more would delay that frame (on a slow processor by a
 * third for an arrow key). A scroll beyond the drawn lines, or sideways, is passed on at once.
 *
 * HAZARD: other scroll listeners of the scroller also get such a scroll late; sideways scrolls are
 * not delayed.
 */
export function useLateScrolls(
  scroller: HTMLElement | null,
  { geometry, drawn, isOff }: { geometry: Geometry; drawn: RefObject<ListRange>; isOff: boolean },
): void {
  useEffect(() => {
    if (!scroller || isOff) return undefined
    let lastLeft = scroller.scrollLeft
    let isBlocked = false
    function notify() {
      if (!isBlocked) return
      isBlocked = false
      scroller?.dispatchEvent(new Event('scroll'))
    }
    function blockScroll(event: Event) {
      if (!scroller || !event.isTrusted) return
      const isSideways = scroller.scrollLeft !== lastLeft
      lastLeft = scroller.scrollLeft
      if (isSideways || !isDrawn(scroller, geometry, drawn.current)) return
      event.stopImmediatePropagation()
      if (isBlocked) return
      isBlocked = true
      // Scroll events fire at the start of a frame. Waits past the next one, so that a key pressed
      // right after goes first.
      requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(notify)))
    }
    scroller.addEventListener('scroll', blockScroll, { capture: true, passive: true })
    return () => {
      scroller.removeEventListener('scroll', blockScroll, { capture: true })
      notify()
    }
  }, [scroller, geometry, drawn, isOff])
}

/** Whether every visible line, and a few beyond, are drawn. */
function isDrawn(
  { scrollTop, clientHeight }: HTMLElement,
  geometry: Geometry,
  { startIndex, endIndex }: ListRange,
): boolean {
  const first = scrollTop / geometry.rowHeight
  const last = (scrollTop + clientHeight - stickyTop(geometry)) / geometry.rowHeight
  const isTopDrawn = startIndex === 0 || first - spareLines >= startIndex
  return isTopDrawn && last + spareLines <= endIndex + 1
}
