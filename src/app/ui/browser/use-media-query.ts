import { useEffect, useState } from 'react'

/** Whether the media query matches; re-renders on change. */
export function useMediaQuery(query: string): boolean {
  const [mediaQuery] = useState(() => matchMedia(query))
  const [isMatching, setIsMatching] = useState(mediaQuery.matches)
  useEffect(() => {
    function follow() {
      setIsMatching(mediaQuery.matches)
    }
    mediaQuery.addEventListener('change', follow)
    return () => mediaQuery.removeEventListener('change', follow)
  }, [mediaQuery])
  return isMatching
}
