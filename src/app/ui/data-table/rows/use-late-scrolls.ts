import { useEffect } from 'react'
import type { RefObject } from 'react'
import type { ListRange } from 'react-virtuoso'
import type { Geometry } from '../layout/geometry.ts'
import { stickyTop } from '../layout/geometry.ts'

/** So many drawn lines must be left beyond each edge of the view, or the virtualiser is told at once. */
const spareLines = 2

/**
 * Tells the virtualiser of a small scroll only after the frame that shows it: every line in view is drawn already, and drawing those further out would make that very frame late (an arrow
 * key with a slow processor: a third of its time). A scroll that leaves the drawn lines, or goes sideways, is told at once.
 *
 * HAZARD: a listener of the scroller must not mind to hear of such a scroll a little later; sideways it hears all at once.
 */
export function useLateScrolls(
  scroller: HTMLElement | null,
  { geometry, drawn, isOff }: { geometry: Geometry; drawn: RefObject<ListRange>; isOff: boolean },
): void {
  useEffect(() => {
    if (!scroller || isOff) return undefined
    let lastLeft = scroller.scrollLeft
    let isHeld = false
    function notify() {
      if (!isHeld) return
      isHeld = false
      scroller?.dispatchEvent(new Event('scroll'))
    }
    function hold(event: Event) {
      if (!scroller || !event.isTrusted) return
      const isSideways = scroller.scrollLeft !== lastLeft
      lastLeft = scroller.scrollLeft
      if (isSideways || !isDrawn(scroller, geometry, drawn.current)) return
      event.stopImmediatePropagation()
      if (isHeld) return
      isHeld = true
      // Scrolls are told at the beginning of a frame. After the next one, so that a key that comes on its heels goes first.
      requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(notify)))
    }
    scroller.addEventListener('scroll', hold, { capture: true, passive: true })
    return () => {
      scroller.removeEventListener('scroll', hold, { capture: true })
      notify()
    }
  }, [scroller, geometry, drawn, isOff])
}

/** Every line in view is drawn, and a few beyond. */
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
