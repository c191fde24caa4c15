import { useCallback, useEffect, useLayoutEffect, useRef, useState, type RefCallback } from 'react'

export interface EndInView {
  /** Attach to the end of the conversation. */
  readonly mark: RefCallback<HTMLElement>
  readonly isInView: boolean
  /** Scrolls to the end and stays there. */
  follow(): void
}

/** Keeps the end of the conversation in view on every render, unless the reader has scrolled up. */
export function useEndInView(): EndInView {
  const [isInView, setIsInView] = useState(true)
  const isFollowed = useRef(true)
  const observer = useRef<IntersectionObserver | null>(null)
  const end = useRef<HTMLElement | null>(null)
  const mark = useCallback((element: HTMLElement | null) => {
    observer.current?.disconnect()
    end.current = element
    if (element === null) return
    observer.current = new IntersectionObserver(([entry]) => setIsInView(entry?.isIntersecting ?? true), {
      // The input box covers this height at the bottom.
      rootMargin: '0px 0px 48px 0px',
    })
    observer.current.observe(element)
  }, [])
  useEffect(() => {
    const look = () => {
      const { clientHeight, scrollTop, scrollHeight } = scrollerOf(end.current)
      isFollowed.current = clientHeight + scrollTop >= scrollHeight - nearPx
    }
    // Capturing, because the staff frame scrolls inside the page and its scroll event does not
    // bubble.
    addEventListener('scroll', look, { passive: true, capture: true })
    return () => removeEventListener('scroll', look, { capture: true })
  }, [])
  // The first render stays at the top of the page.
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

/** The element that scrolls the conversation. */
function scrollerOf(end: HTMLElement | null): Element {
  for (let part = end?.parentElement; part; part = part.parentElement)
    if (/auto|scroll/.test(getComputedStyle(part).overflowY) && part !== document.body) return part
  return document.documentElement
}

const nearPx = 80
