import { useEffect, useState } from 'react'

/** How far beyond the screen rows are drawn, in px: what is drawn before it is needed is there when a slow wheel brings it. */
const usual = 360
/** Between two frames of a list that is thrown past by whole screens, rows drawn ahead are never seen; drawing them only makes the frame late. */
const whileThrown = 0
/** At rest for so long, the list is read again. */
const restMs = 150

/** Px to draw beyond each edge of the scroller, by how fast it is being scrolled. */
export function useDrawnAhead(scroller: HTMLElement | null): number {
  const [isThrown, setThrown] = useState(false)
  useEffect(() => {
    if (!scroller) return undefined
    let last = scroller.scrollTop
    let rest: ReturnType<typeof setTimeout> | undefined
    function follow({ currentTarget }: Event) {
      if (!(currentTarget instanceof HTMLElement)) return
      const { scrollTop, clientHeight } = currentTarget
      if (Math.abs(scrollTop - last) > clientHeight / 2) {
        setThrown(true)
        clearTimeout(rest)
        rest = setTimeout(() => setThrown(false), restMs)
      }
      last = scrollTop
    }
    // Before the virtualiser's own listener has changed the page: what is read here is known then and not laid out anew.
    scroller.addEventListener('scroll', follow, { passive: true, capture: true })
    return () => {
      clearTimeout(rest)
      scroller.removeEventListener('scroll', follow, { capture: true })
    }
  }, [scroller])
  return isThrown ? whileThrown : usual
}
