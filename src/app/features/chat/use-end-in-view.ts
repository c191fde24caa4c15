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
  const mark = useCallback((element: HTMLElement | null) => {
    observer.current?.disconnect()
    if (element === null) return
    observer.current = new IntersectionObserver(([seen]) => setIsInView(seen?.isIntersecting ?? true), {
      // The box at the foot stands over it.
      rootMargin: '0px 0px 48px 0px',
    })
    observer.current.observe(element)
  }, [])
  useEffect(() => {
    const look = () => {
      isFollowed.current = innerHeight + scrollY >= document.documentElement.scrollHeight - nearPx
    }
    addEventListener('scroll', look, { passive: true })
    return () => removeEventListener('scroll', look)
  }, [])
  // Not at the first drawing: whoever opens the page begins at its top.
  const isDrawn = useRef(false)
  useLayoutEffect(() => {
    if (isDrawn.current && isFollowed.current) toEnd()
    isDrawn.current = true
  })
  return {
    mark,
    isInView,
    follow: () => {
      isFollowed.current = true
      toEnd()
    },
  }
}

function toEnd(): void {
  scrollTo({ top: document.documentElement.scrollHeight })
}

const nearPx = 80
