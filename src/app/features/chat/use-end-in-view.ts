import { useCallback, useEffect, useLayoutEffect, useRef, useState, type RefCallback } from 'react'

export interface EndInView {
  /** Stands at the end of the conversation. */
  readonly mark: RefCallback<HTMLElement>
  readonly isInView: boolean
  /** Goes to the end and stays there. */
  follow(): void
}

/** Keeps the end of the conversation in sight with whatever is drawn anew, unless its reader has scrolled up. */
export function useEndInView(): EndInView {
  const [isInView, setIsInView] = useState(true)
  const isFollowed = useRef(true)
  const observer = useRef<IntersectionObserver | null>(null)
  const end = useRef<HTMLElement | null>(null)
  const mark = useCallback((element: HTMLElement | null) => {
    observer.current?.disconnect()
    end.current = element
    if (element === null) return
    observer.current = new IntersectionObserver(([seen]) => setIsInView(seen?.isIntersecting ?? true), {
      // The box at the foot stands over it.
      rootMargin: '0px 0px 48px 0px',
    })
    observer.current.observe(element)
  }, [])
  useEffect(() => {
    const look = () => {
      const { clientHeight, scrollTop, scrollHeight } = scrollerOf(end.current)
      isFollowed.current = clientHeight + scrollTop >= scrollHeight - nearPx
    }
    // Not only the page scrolls: the back office does so within its frame, and such an event does not bubble.
    addEventListener('scroll', look, { passive: true, capture: true })
    return () => removeEventListener('scroll', look, { capture: true })
  }, [])
  // Not at the first drawing: whoever opens the page begins at its top.
  const isDrawn = useRef(false)
  useLayoutEffect(() => {
    if (isDrawn.current && isFollowed.current) toEnd(end.current)
    isDrawn.current = true
  })
  return {
    mark,
    isInView,
    follow: () => {
      isFollowed.current = true
      toEnd(end.current)
    },
  }
}

function toEnd(end: HTMLElement | null): void {
  const scroller = scrollerOf(end)
  scroller.scrollTo({ top: scroller.scrollHeight })
}

/** The part of the page that scrolls the conversation. */
function scrollerOf(end: HTMLElement | null): Element {
  for (let part = end?.parentElement; part; part = part.parentElement)
    if (/auto|scroll/.test(getComputedStyle(part).overflowY) && part !== document.body) return part
  return document.documentElement
}

const nearPx = 80
